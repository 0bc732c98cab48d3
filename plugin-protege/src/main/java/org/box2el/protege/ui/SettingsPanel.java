package org.box2el.protege.ui;

import java.awt.BorderLayout;
import java.io.File;
import java.nio.file.Paths;
import java.util.concurrent.CompletableFuture;

import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JSpinner;
import javax.swing.JTextField;
import javax.swing.SpinnerNumberModel;
import javax.swing.SwingUtilities;

import org.box2el.protege.Settings;
import org.box2el.protege.client.Server;
import org.protege.editor.core.ui.preferences.PreferencesLayoutPanel;
import org.protege.editor.core.ui.util.UIUtil;
import org.protege.editor.owl.ui.preferences.OWLPreferencesPanel;

/** Preferences > Suggestions. */
public final class SettingsPanel extends OWLPreferencesPanel {
    private final JTextField binary = new JTextField(20);
    private final JLabel tested = new JLabel(" ");
    private final JCheckBox startAtOnce = new JCheckBox("Start when the view opens");
    private final JCheckBox toDefiningOntology =
        new JCheckBox("Add accepted axioms to the ontology that declares the class");
    private final JTextField provenance = new JTextField(20);
    private final JCheckBox useReasoner =
        new JCheckBox("Check with the selected reasoner; seconds for a row:");
    private final JSpinner seconds = new JSpinner(new SpinnerNumberModel(2, 1, 60, 1));

    @Override
    public void initialise() {
        Settings s = Settings.load();
        binary.setText(s.binary);
        startAtOnce.setSelected(s.startAtOnce);
        toDefiningOntology.setSelected(s.toDefiningOntology);
        provenance.setText(s.provenance);
        useReasoner.setSelected(s.useReasoner);
        seconds.setValue(s.reasonerSeconds);
        binary.setName("box2el.settings.binary");
        provenance.setName("box2el.settings.provenance");
        seconds.setName("box2el.settings.seconds");
        binary.setToolTipText("Empty: the one that the panel has installed, or one that is found");
        provenance.setToolTipText("IRI of an annotation property; empty: no annotation");
        JButton browse = new JButton("Browse…");
        browse.addActionListener(e -> {
            File file = UIUtil.openFile(this, "Choose the program box2el-owl", "Program", null);
            binary.setText(file == null ? binary.getText() : file.getPath());
        });
        JButton test = new JButton("Test");
        test.setName("box2el.settings.test");
        test.addActionListener(e -> test(binary.getText().trim()));
        tested.setName("box2el.settings.tested");
        PreferencesLayoutPanel form = new PreferencesLayoutPanel();
        form.addGroup("Program");
        form.addGroupComponent(row(binary, browse, test));
        form.addGroupComponent(tested);
        form.addGroupComponent(startAtOnce);
        form.addGroup("Suggestions");
        form.addGroupComponent(toDefiningOntology);
        form.addGroupComponent(row(useReasoner, seconds));
        form.addGroupComponent(row(new JLabel("Annotate with "), provenance));
        setLayout(new BorderLayout());
        add(form, BorderLayout.NORTH);
    }

    private void test(String path) {
        tested.setText("Testing…");
        CompletableFuture.supplyAsync(() -> {
            try {
                return path.isEmpty() || Server.isOurs(Paths.get(path));
            } catch (InterruptedException | RuntimeException notAPath) {
                return false;
            }
        }).thenAccept(ours -> SwingUtilities.invokeLater(() -> tested.setText(path.isEmpty() ? " "
            : ours ? "This is box2el-owl." : path + " is not box2el-owl.")));
    }

    private static Box row(JComponent... fields) {
        Box row = Box.createHorizontalBox();
        for (JComponent field : fields) {
            row.add(field);
        }
        return row;
    }

    @Override
    public void applyChanges() {
        Settings s = Settings.load();
        s.binary = binary.getText().trim();
        s.startAtOnce = startAtOnce.isSelected();
        s.toDefiningOntology = toDefiningOntology.isSelected();
        s.provenance = provenance.getText().trim();
        s.useReasoner = useReasoner.isSelected();
        s.reasonerSeconds = (Integer) seconds.getValue();
        s.save();
    }

    @Override
    public void dispose() {}
}
