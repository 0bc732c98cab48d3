package org.box2el.protege.ui;

import java.awt.BorderLayout;

import javax.swing.JButton;
import javax.swing.JEditorPane;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextField;

import org.box2el.protege.Companion;
import org.box2el.protege.client.Contract;
import org.protege.editor.owl.ui.view.AbstractOWLViewComponent;

/** The view "Check a class expression": what follows for one, by the companion's reasoner. */
public final class CheckView extends AbstractOWLViewComponent {
    private static final long serialVersionUID = 1L;

    private final JTextField expression = new JTextField();
    private final JEditorPane answer = new JEditorPane("text/html", "");
    private final JButton check = new JButton("Check");
    private Runnable news;
    private Companion companion;
    private int questions;

    @Override
    protected void initialiseOWLView() {
        companion = SuggestHook.companion(getOWLEditorKit());
        StatusBar statusBar = new StatusBar(getOWLEditorKit(), companion);
        expression.setName("box2el.expression");
        expression.setToolTipText("A class expression in Manchester syntax; names as labels, CURIEs or IRIs");
        expression.addActionListener(e -> check());
        check.setName("box2el.check");
        check.addActionListener(e -> check());
        answer.setName("box2el.answer");
        answer.setEditable(false);
        answer.putClientProperty(JEditorPane.HONOR_DISPLAY_PROPERTIES, true);
        JPanel question = new JPanel(new BorderLayout(6, 0));
        question.add(expression, BorderLayout.CENTER);
        question.add(check, BorderLayout.EAST);
        JPanel top = new JPanel(new BorderLayout());
        top.add(statusBar, BorderLayout.NORTH);
        top.add(question, BorderLayout.CENTER);
        setLayout(new BorderLayout());
        add(top, BorderLayout.NORTH);
        add(new JScrollPane(answer), BorderLayout.CENTER);
        news = () -> {
            statusBar.show(companion.status());
            check.setEnabled(!companion.basis().isEmpty());
        };
        companion.addListener(news);
        news.run();
    }

    private void check() {
        if (expression.getText().isBlank()) {
            return;
        }
        Contract.ClassQuery query = new Contract.ClassQuery();
        query.expression = expression.getText();
        query.direct = true;
        int mine = ++questions;
        companion.ask(r -> r.client.query(r.ontology, query), a -> show(mine, html(a)), refused -> show(mine, Html.escape(refused.getMessage())));
    }

    private void show(int question, String html) {
        if (question == questions) {
            answer.setText(html);
            answer.setCaretPosition(0);
        }
    }

    private static String html(Contract.ClassAnswer a) {
        if (!a.satisfiable) {
            return "<p>Unsatisfiable: nothing can be that.</p>";
        }
        return (a.exact ? "" : "<p>The expression lies outside OWL 2 EL: more may follow.</p>")
            + "<p><b>Equivalent:</b> " + Html.names(a.equivalent) + "</p><p><b>Directly above:</b> " + Html.names(a.supers)
            + "</p><p><b>Directly below:</b> " + Html.names(a.subs) + "</p><p><b>Instances:</b> " + Html.names(a.instances) + "</p>";
    }

    @Override
    protected void disposeOWLView() {
        questions++;
        if (companion != null) {
            companion.removeListener(news);
        }
    }
}
