package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Insets;

import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JSpinner;
import javax.swing.JTextField;
import javax.swing.SpinnerNumberModel;

import org.box2el.protege.Settings;
import org.protege.editor.owl.ui.preferences.OWLPreferencesPanel;

/** Preferences > Box2EL. */
public final class SettingsPanel extends OWLPreferencesPanel {
    private static final long serialVersionUID = 1L;
    private static final String[] MODELS =
        {"box2el", "elem", "emelpp", "boxel", "elbe", "box2el-tr"};

    private final JTextField binary = new JTextField(40);
    private final JCheckBox startAtOnce = new JCheckBox("Start the server when the view opens");
    private final JComboBox<String> model = new JComboBox<>(MODELS);
    private final JSpinner dim = new JSpinner(new SpinnerNumberModel(0, 0, 2000, 10));
    private final JSpinner steps = new JSpinner(new SpinnerNumberModel(0, 0, 100_000, 1000));
    private final JSpinner limit = new JSpinner(new SpinnerNumberModel(20, 1, 200, 10));
    private final JSpinner miningLimit =
        new JSpinner(new SpinnerNumberModel(1000, 1, 100_000, 100));
    private final JCheckBox toDefiningOntology =
        new JCheckBox("Add accepted axioms to the ontology that declares the class"
            + " (otherwise: the active ontology)");
    private final JTextField provenance = new JTextField(40);

    @Override
    public void initialise() {
        Settings s = Settings.load();
        binary.setText(s.binary);
        startAtOnce.setSelected(s.startAtOnce);
        model.setSelectedItem(s.model);
        dim.setValue(s.dim);
        steps.setValue(s.steps);
        limit.setValue(s.limit);
        miningLimit.setValue(s.miningLimit);
        toDefiningOntology.setSelected(s.toDefiningOntology);
        provenance.setText(s.provenance);

        JPanel form = new JPanel(new GridBagLayout());
        row(form, "Program box2el-owl (empty: next to the plugin, or on the PATH)", "binary",
            binary);
        row(form, "", "startAtOnce", startAtOnce);
        row(form, "Model", "model", model);
        row(form, "Dimensions (0 = default)", "dim", dim);
        row(form, "Training steps (0 = default)", "steps", steps);
        row(form, "Maximum for a class", "limit", limit);
        row(form, "Maximum for the ontology", "miningLimit", miningLimit);
        row(form, "", "toDefiningOntology", toDefiningOntology);
        row(form, "Provenance annotation property (IRI; optional)", "provenance", provenance);
        setLayout(new BorderLayout());
        add(form, BorderLayout.NORTH);
    }

    private static void row(JPanel form, String label, String name, JComponent field) {
        field.setName("box2el.settings." + name);
        GridBagConstraints place = new GridBagConstraints();
        place.gridy = form.getComponentCount() / 2;
        place.insets = new Insets(3, 3, 3, 3);
        place.anchor = GridBagConstraints.LINE_START;
        JLabel text = new JLabel(label);
        text.setLabelFor(field);
        form.add(text, place);
        place.fill = field instanceof JTextField ? GridBagConstraints.HORIZONTAL
            : GridBagConstraints.NONE;
        place.weightx = 1;
        form.add(field, place);
    }

    @Override
    public void applyChanges() {
        Settings s = new Settings();
        s.binary = binary.getText().trim();
        s.startAtOnce = startAtOnce.isSelected();
        s.model = (String) model.getSelectedItem();
        s.dim = (Integer) dim.getValue();
        s.steps = (Integer) steps.getValue();
        s.limit = (Integer) limit.getValue();
        s.miningLimit = (Integer) miningLimit.getValue();
        s.toDefiningOntology = toDefiningOntology.isSelected();
        s.provenance = provenance.getText().trim();
        s.save();
    }

    @Override
    public void dispose() {}
}
