package org.box2el.protege.client;

import java.util.concurrent.Flow;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;

/**
 * Parses the server-sent events of a job line by line (HTML standard, section 9.2.6, without what
 * the API does not use).
 */
public final class JobEvents implements Flow.Subscriber<String> {
    /** Receives the events of a job. */
    public interface Listener {
        void job(Contract.Job job);

        void progress(Contract.Progress progress);

        void loss(Contract.LossPoint point);
    }

    private final Gson gson;
    private final Listener listener;
    private final StringBuilder data = new StringBuilder();
    private String event = "";

    JobEvents(Gson gson, Listener listener) {
        this.gson = gson;
        this.listener = listener;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
        if (line.isEmpty()) {
            dispatch();
        } else if (line.startsWith("event:")) {
            event = line.substring("event:".length()).trim();
        } else if (line.startsWith("data:")) {
            data.append(line.substring("data:".length()).trim());
        } // ids, and comments that keep the connection open
    }

    private void dispatch() {
        String text = data.toString();
        data.setLength(0);
        try {
            switch (event) {
                case "job":
                    listener.job(gson.fromJson(text, Contract.Job.class));
                    break;
                case "progress":
                    listener.progress(gson.fromJson(text, Contract.Progress.class));
                    break;
                case "loss":
                    listener.loss(gson.fromJson(text, Contract.LossPoint.class));
                    break;
                default: // of a later version
            }
        } catch (JsonParseException damaged) {
            // The next event repeats the state, and the client asks for it at the end of the
            // stream.
        }
        event = "";
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
}
