package org.box2el.protege.sync;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import com.google.gson.Gson;

import org.box2el.protege.client.Client;
import org.box2el.protege.client.Contract;
import org.box2el.protege.client.Server;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.AnonymousIndividualProperties;
import org.semanticweb.owlapi.io.StringDocumentSource;
import org.semanticweb.owlapi.model.AddAxiom;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAnnotationProperty;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyChange;
import org.semanticweb.owlapi.model.OWLOntologyManager;
import org.semanticweb.owlapi.model.RemoveAxiom;

/**
 * The copy on the real server, which is started and ended here; skipped if bin/box2el-owl has not
 * been built.
 */
public class SyncTest {
    private static final String XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";
    private static final Path BINARY = Paths.get("../bin/box2el-owl").toAbsolutePath().normalize();

    @Rule
    public TemporaryFolder folder = new TemporaryFolder();

    private final ExecutorService eventThread = Executors.newSingleThreadExecutor();
    // An Ontology or a Throwable.
    private final BlockingQueue<Object> news = new LinkedBlockingQueue<>();
    private final OWLOntologyManager manager = OWLManager.createConcurrentOWLOntologyManager();
    private final OWLDataFactory f = manager.getOWLDataFactory();
    private Server server;
    private Client client;
    private Sync sync;

    @Before
    public void start() throws Exception {
        Assume.assumeTrue("no " + BINARY + ": make build", Files.isExecutable(BINARY));
        server = server();
        client = server.connect(List.of(BINARY));
        sync = new Sync(eventThread, news::add, () -> { }, news::add);
        manager.addOntologyChangeListener(changes -> {
            List<OWLOntologyChange> copy = new ArrayList<>(changes);
            eventThread.execute(() -> sync.changed(copy));
        });
    }

    private Server server() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("BOX2EL_HOME", folder.getRoot().toString());
        return new Server(environment);
    }

    @After
    public void end() throws Exception {
        if (server != null) {
            sync.close();
            server.close();
            eventThread.shutdown();
            Path handshake = folder.getRoot().toPath().resolve("server.json");
            for (int i = 0; i < 500 && Files.exists(handshake); i++) {
                Thread.sleep(10);
            }
            assertFalse("the server has not ended with its standard input",
                Files.exists(handshake));
        }
    }

    private OWLOntology ontology(String iri, int classes) throws Exception {
        OWLOntology ontology = manager.createOntology(IRI.create(iri));
        for (int i = 0; i < classes; i++) {
            manager.addAxiom(ontology, axiom(i));
        }
        return ontology;
    }

    private OWLAxiom axiom(int i) {
        OWLClass c = f.getOWLClass(IRI.create("http://x/C" + i));
        switch (i % 4) {
            case 0:
                return f.getOWLDeclarationAxiom(c);
            case 1:
                return f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), c.getIRI(),
                    f.getOWLLiteral("C \"" + i + "\" ü", i % 8 == 1 ? "EN" : ""));
            case 2:
                return f.getOWLClassAssertionAxiom(c, f.getOWLAnonymousIndividual("_:n" + i));
            default:
                return f.getOWLSubClassOfAxiom(c,
                    f.getOWLObjectSomeValuesFrom(f.getOWLObjectProperty(IRI.create("http://x/p")),
                    f.getOWLThing()));
        }
    }

    /** Waits until the server has the axioms of the ontologies, and returns its last answer. */
    private Contract.Ontology settled(OWLOntology... ontologies) throws Exception {
        Set<String> expected = new HashSet<>();
        Set<String> logical = new HashSet<>();
        for (OWLOntology ontology : ontologies) {
            expected.addAll(texts(ontology.getAxioms()));
            logical.addAll(texts(ontology.getLogicalAxioms()));
        }
        Set<String> served = Set.of();
        for (Object last; (last = news.poll(served.isEmpty() ? 60 : 10, TimeUnit.SECONDS)) != null;
                ) {
            if (last instanceof Throwable) {
                throw new AssertionError((Throwable) last);
            }
            Contract.Ontology answer = (Contract.Ontology) last;
            served = texts(served(answer.id));
            if (served.equals(expected) && answer.axioms == expected.size()
                    && answer.logicalAxioms == logical.size()) {
                return answer;
            }
        }
        Set<String> missing = new HashSet<>(expected);
        missing.removeAll(served);
        throw new AssertionError("the server has " + served.size() + " axioms of " + expected.size()
            + ", without " + missing);
    }

    private static Set<String> texts(Set<? extends OWLAxiom> axioms) throws Exception {
        Axioms.Writer writer = new Axioms.Writer(OWLManager.createOWLOntologyManager()
            .createOntology());
        return axioms.stream().map(writer::write).collect(Collectors.toSet());
    }

    /** Returns the axioms of an ontology on the server. */
    private Set<OWLAxiom> served(String id) throws Exception {
        String document = get("/ontologies/" + id + "/document").body();
        return OWLManager.createOWLOntologyManager()
            .loadOntologyFromOntologyDocument(new StringDocumentSource(document)).getAxioms();
    }

    private HttpResponse<String> get(String path) throws Exception {
        Contract.Handshake server = new Gson()
            .fromJson(Files.readString(folder.getRoot().toPath().resolve("server.json")),
            Contract.Handshake.class);
        return HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port + "/api/v1"
            + path))
            .header("Authorization", "Bearer " + server.token).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    @BeforeClass
    public static void keepLabels() {
        // Anonymous individuals keep their labels.
        AnonymousIndividualProperties.setRemapAllAnonymousIndividualsIds(false);
    }

    @AfterClass
    public static void reset() {
        AnonymousIndividualProperties.resetToDefault();
    }

    private Sync.Closure closure(String iri, OWLOntology... ontologies) {
        return new Sync.Closure(List.of(ontologies), iri, "test");
    }

    @Test
    public void followsEditsAndUndo() throws Exception {
        OWLOntology one = ontology("http://x/one", 300);
        OWLOntology two = ontology("http://x/two", 200); // shares 200 axioms
        sync.restart(client, closure("http://x/one", one, two));
        String id = settled(one, two).id;

        Random random = new Random(7);
        List<OWLOntologyChange> done = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            OWLOntology o = random.nextBoolean() ? one : two;
            OWLAxiom a = axiom(random.nextInt(400));
            OWLOntologyChange change = o.containsAxiom(a) ? new RemoveAxiom(o, a)
                : new AddAxiom(o, a);
            manager.applyChange(change);
            done.add(change);
            if (i % 20 == 19) {
                settled(one, two);
            }
        }
        for (int i = done.size() - 1; i >= 0; i--) {
            OWLOntologyChange change = done.get(i);
            manager.applyChange(change.isAddAxiom()
                ? new RemoveAxiom(change.getOntology(), change.getAxiom())
                : new AddAxiom(change.getOntology(), change.getAxiom()));
        }
        assertEquals(id, settled(one, two).id);
    }

    /** Edits while all axioms are being sent are neither lost nor counted twice. */
    @Test
    public void takesEditsDuringTheFirstSending() throws Exception {
        OWLOntology one = ontology("http://x/one", 20_000);
        sync.restart(client, closure("http://x/one", one));
        for (int i = 0; i < 2000; i++) {
            OWLAxiom a = axiom(i % 2 == 0 ? i : 20_000 + i);
            eventThread.submit(() -> manager.applyChange(one.containsAxiom(a)
                ? new RemoveAxiom(one, a) : new AddAxiom(one, a))).get();
        }
        settled(one);
    }

    /** All axioms are sent again if another client changed or deleted the copy. */
    @Test
    public void recoversFromConflicts() throws Exception {
        OWLOntology one = ontology("http://x/one", 100);
        sync.restart(client, closure("http://x/one", one));
        Contract.Ontology there = settled(one);
        Contract.Edit foreign = new Contract.Edit();
        foreign.baseRevision = there.revision;
        foreign.add = List.of("Declaration(Class(<http://x/foreign>))");
        client.edit(there.id, foreign).get();
        manager.addAxiom(one, axiom(1000));
        settled(one);

        client.delete(there.id).get();
        manager.addAxiom(one, axiom(1001));
        assertFalse(there.id.equals(settled(one).id));
    }

    /** Concurrent decisions on one axiom are recorded in the order of the calls. */
    @Test
    public void decisionsKeepTheirOrder() throws Exception {
        OWLOntology one = ontology("http://x/one", 10);
        sync.restart(client, closure("http://x/one", one));
        String id = settled(one).id;
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Contract.NewOperation operation = new Contract.NewOperation();
            operation.axioms = List.of("SubClassOf(<http://x/one#c1> <http://x/one#c2>)");
            operation.operation = i % 2 == 0 ? "defer" : "reject";
            answers.add(client.operate(id, operation));
        }
        CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0])).get();
        String history = get("/ontologies/" + id + "/decisions/export?format=jsonl").body();
        List<String> actions = history.lines()
            .map(row -> new Gson().fromJson(row, Contract.Breach.class).action)
                .collect(Collectors.toList());
        assertEquals(Collections.nCopies(30, List.of("defer", "reject")).stream()
            .flatMap(List::stream).collect(Collectors.toList()), actions);
    }

    /** Editor and server count axioms of every type alike, and each is found when it is removed. */
    @Test
    public void countsAxiomsOfEveryTypeAsTheServer() throws Exception {
        Map<String, OWLAxiom> axioms = Axioms.read(AxiomsTest.everyType().values().stream());
        OWLOntology one = ontology("http://x/one", 0);
        manager.addAxioms(one, Set.copyOf(axioms.values()));
        sync.restart(client, closure("http://x/one", one));
        String id = settled(one).id;
        long revision = 1;
        for (OWLAxiom axiom : axioms.values()) {
            manager.removeAxiom(one, axiom);
        }
        Contract.Ontology empty = settled(one);
        assertEquals("all axioms were sent again for " + axioms.size(),
            List.of(id, revision + 1, 0), List.of(empty.id, empty.revision, empty.axioms));
        manager.addAxioms(one, Set.copyOf(axioms.values()));
        settled(one);
    }

    /**
     * Axioms that differ in the order of their annotations or the datatype of strings are one to
     * the server, and there until the last of them is removed.
     */
    @Test
    public void sendsTwinsOnce() throws Exception {
        String p = "Annotation(<http://x/p> \"1\") ";
        String typed = p.replace("\"1\"", "\"1\"^^<" + XSD_STRING + ">");
        String q = "Annotation(<http://x/q> \"2\") ";
        String rest = "<http://x/p> <http://x/C0> \"x\")\n";
        OWLOntology one = manager.loadOntologyFromOntologyDocument(
            new StringDocumentSource("Ontology(<http://x/one>\n"
            + "AnnotationAssertion(" + p + q + rest
            + "AnnotationAssertion(" + q + typed + rest + ")"));
        List<OWLAxiom> axioms = new ArrayList<>(one.getAxioms());
        Assume.assumeTrue("the OWL API takes them for one", axioms.size() == 2);
        sync.restart(client, closure("http://x/one", one));
        Contract.Ontology first = edited(() -> { });
        assertEquals(1, first.axioms);
        assertEquals(2, edited(() -> manager.addAxiom(one, axiom(0))).axioms);
        manager.removeAxiom(one, axioms.get(0));
        assertEquals(3, edited(() -> manager.addAxiom(one, axiom(4))).axioms);
        assertEquals(2, edited(() -> manager.removeAxiom(one, axioms.get(1))).axioms);
        assertEquals(3, edited(() -> manager.addAxiom(one, axioms.get(0))).axioms);
        Contract.Ontology last =
            edited(() -> manager.addAxioms(one, Set.of(axioms.get(1), axiom(8))));
        assertEquals("all axioms were sent again", List.of(first.id, first.revision + 5, 4),
            List.of(last.id, last.revision, last.axioms));
    }

    /** Makes an edit on the event thread, and returns the next answer. */
    private Contract.Ontology edited(Runnable edit) throws Exception {
        eventThread.submit(edit).get();
        Object answer = news.poll(60, TimeUnit.SECONDS);
        assertTrue(String.valueOf(answer), answer instanceof Contract.Ontology);
        return (Contract.Ontology) answer;
    }

    /**
     * Edits of declarations, labels and annotations change the server's answers about a class,
     * without sending all axioms again.
     */
    @Test
    public void editsOfEveryKindAreSeenAtTheServer() throws Exception {
        OWLOntology one = ontology("http://x/one", 40);
        sync.restart(client, closure("http://x/one", one));
        String id = settled(one).id;
        IRI iri = IRI.create("http://x/made");
        assertEquals("", classDetail(id, iri));

        manager.addAxiom(one, f.getOWLDeclarationAxiom(f.getOWLClass(iri)));
        assertEquals(id, settled(one).id);
        assertTrue(classDetail(id, iri).contains("\"http://x/made\""));

        OWLAxiom label = f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), iri,
            f.getOWLLiteral("made a minute ago"));
        manager.addAxiom(one, label);
        settled(one);
        assertTrue(classDetail(id, iri).contains("made a minute ago"));

        manager.applyChanges(List.of(new RemoveAxiom(one, label),
            new AddAxiom(one, f.getOWLAnnotationAssertionAxiom(f.getRDFSLabel(), iri,
            f.getOWLLiteral("renamed", "en")))));
        settled(one);
        assertTrue(classDetail(id, iri).contains("renamed")
            && !classDetail(id, iri).contains("made a minute ago"));

        OWLAnnotationProperty synonym =
            f.getOWLAnnotationProperty(IRI.create("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym"));
        OWLAxiom annotation = f.getOWLAnnotationAssertionAxiom(synonym, iri,
            f.getOWLLiteral("another name"));
        manager.addAxiom(one, annotation);
        settled(one);
        assertTrue(classDetail(id, iri).contains("another name"));
        manager.removeAxiom(one, annotation);
        assertEquals(id, settled(one).id);
        assertFalse(classDetail(id, iri).contains("another name"));
    }

    /**
     * Returns the server's answer about a class, or an empty string if it does not know the class.
     */
    private String classDetail(String ontology, IRI iri) throws Exception {
        HttpResponse<String> answer =
            get("/ontologies/" + ontology + "/classes/"
            + URLEncoder.encode(iri.toString(), StandardCharsets.UTF_8));
        assertTrue(answer.body(), answer.statusCode() == 200 || answer.statusCode() == 404);
        return answer.statusCode() == 200 ? answer.body() : "";
    }

    /** A second client finds the running server. */
    @Test
    public void findsARunningServer() throws Exception {
        Server other = server();
        assertEquals(Contract.VERSION, other.connect(List.of()).capabilities().get().contract);
    }
}
