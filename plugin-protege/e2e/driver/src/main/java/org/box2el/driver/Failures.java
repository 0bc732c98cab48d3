package org.box2el.driver;

import static org.box2el.driver.Scenarios.check;

/** What the panel says, and goes on to do, where something is wrong with the server. */
final class Failures {
    private final Curator curator;
    private final Hands hands;

    Failures(Curator curator) {
        this.curator = curator;
        this.hands = curator.hands;
    }

    /** The server is killed while the panel is open: it is started again, once. */
    void killed() throws Exception {
        curator.start();
        long first = Program.kill();
        curator.edit("one");
        Hands.await("it has been started again by itself", () -> Program.pid() != first && curator.status().contains("no model"));
        Program.kill();
        curator.edit("two");
        curator.awaitStatus("the panel asks", "The companion has ended");
        hands.screenshot("killed");
        curator.start();
    }

    void absent() throws Exception {
        curator.press("Start");
        curator.awaitStatus("the panel says what is missing", "box2el-owl is neither");
        hands.screenshot("absent");
        curator.edit("one");
        check(Hands.on(() -> hands.find("box2el.way") != null), "there is no way forward");
    }
}
