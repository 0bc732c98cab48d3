package org.box2el.protege.ui;

import java.awt.BorderLayout;

import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextField;

import org.box2el.protege.Companion;
import org.box2el.protege.client.Contract;
import org.protege.editor.owl.OWLEditorKit;

/**
 * The direct superclasses, subclasses and instances of a class expression, by the server's
 * reasoner.
 */
final class CheckPanel extends CompanionPanel {
    private static final long serialVersionUID = 1L;

    private final JTextField expression = new JTextField();
    private final JButton check = new JButton("Check");
    private final EntityPane answer;
    private int questions; // the number of the last question; answers to others are dropped

    CheckPanel(OWLEditorKit kit, Companion companion) {
        super(kit, companion);
        answer = new EntityPane(kit, "box2el.answer", "Results");
        expression.setName("box2el.expression");
        expression.setToolTipText(
            "A class expression in Manchester syntax; names as labels, CURIEs or IRIs");
        expression.addActionListener(e -> check());
        check.setName("box2el.check");
        check.setMnemonic('k');
        check.addActionListener(e -> check());
        JLabel label = new JLabel("Expression");
        label.setLabelFor(expression);
        label.setDisplayedMnemonic('x');
        JPanel question = new JPanel(new BorderLayout(6, 0));
        question.setBorder(BorderFactory.createEmptyBorder(0, 6, 3, 3));
        question.add(label, BorderLayout.LINE_START);
        question.add(expression, BorderLayout.CENTER);
        question.add(check, BorderLayout.LINE_END);
        head(question);
        add(new JScrollPane(answer), BorderLayout.CENTER);
    }

    @Override
    void heard() {
        statusBar.show(companion.status());
        check.setEnabled(!companion.basis().isEmpty());
    }

    private void check() {
        if (expression.getText().isBlank()) {
            return;
        }
        Contract.ClassQuery query = new Contract.ClassQuery();
        query.expression = expression.getText();
        query.direct = true;
        int mine = ++questions;
        show(mine, new Html(kit).paragraph("Querying…"));
        companion.ask(r -> r.client.query(r.ontology, query), a -> show(mine, page(a)),
            refused -> show(mine, new Html(kit).paragraph(refused.getMessage())));
    }

    private void show(int question, Html page) {
        if (question == questions) {
            answer.show(page);
        }
    }

    private Html page(Contract.ClassAnswer a) {
        Html page = new Html(kit);
        if (!a.satisfiable) {
            return page.paragraph("Unsatisfiable.");
        }
        if (!a.exact) {
            page.paragraph("The expression is outside OWL 2 EL: more may be entailed.");
        }
        return page.classes("Equivalent", a.equivalent).classes("Direct superclasses", a.supers)
            .classes("Direct subclasses", a.subs)
            .individuals("Instances", a.instances);
    }

    @Override
    void dispose() {
        questions++;
        super.dispose();
    }
}
