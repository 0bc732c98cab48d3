package org.box2el.protege.ui;

import java.util.List;

import org.box2el.protege.client.Contract;
import org.box2el.protege.sync.AxiomReader;

/**
 * A page of suggestions with its rows. Construct it off the event thread, because a page may be
 * long.
 */
final class Answer {
    final Contract.SuggestionPage page;
    final List<Row> rows;

    Answer(Contract.SuggestionPage page, AxiomReader reader) {
        this.page = page;
        this.rows = Row.of(page, reader);
    }
}
