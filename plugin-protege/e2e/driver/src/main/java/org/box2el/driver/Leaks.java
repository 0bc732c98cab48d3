package org.box2el.driver;

import java.awt.Component;
import java.awt.Container;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.protege.editor.owl.OWLEditorKit;
import org.semanticweb.owlapi.model.OWLObject;

/** Finds objects of the panel that the editor still references. */
final class Leaks {
    private static final String OURS = "org.box2el.protege.";

    private Leaks() {}

    /**
     * Returns the class names of the panel's objects that the model of a window references, as
     * listeners or otherwise, in alphabetical order. On the event thread.
     */
    static List<String> listeners(OWLEditorKit kit) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> open = new ArrayDeque<>(List.of(kit.getModelManager(),
            kit.getModelManager().getOWLOntologyManager(),
            kit.getOWLWorkspace().getOWLSelectionModel()));
        List<String> ours = new ArrayList<>();
        while (!open.isEmpty()) {
            Object next = open.pop();
            if (next == null || !seen.add(next)) {
                continue;
            }
            String type = next.getClass().getName();
            if (type.startsWith(OURS)) {
                ours.add(type.substring(OURS.length()).replaceFirst("\\$\\$Lambda.*", " (lambda)"));
            } else if (!(next instanceof Component || next instanceof OWLObject
                    || next instanceof OWLEditorKit || type.startsWith("org.apache.felix"))) {
                try {
                    held(next, type, open);
                } catch (UnsupportedOperationException notIterable) {
                    // A collection that cannot be iterated holds no listeners.
                }
            }
        }
        Collections.sort(ours);
        return ours;
    }

    /** Adds the objects that an object references. */
    private static void held(Object object, String type, Deque<Object> open) {
        if (object instanceof Collection) {
            ((Collection<?>) object).forEach(o -> add(o, open));
        } else if (object instanceof Map) {
            ((Map<?, ?>) object).keySet().forEach(o -> add(o, open));
            ((Map<?, ?>) object).values().forEach(o -> add(o, open));
        } else if (object instanceof Object[]) {
            for (Object o : (Object[]) object) {
                add(o, open);
            }
        } else if (!type.startsWith("java.") && !type.startsWith("javax.")
                && !type.startsWith("sun.")) {
            for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()) {
                        add(value(field, object), open);
                    }
                }
            }
        }
    }

    private static void add(Object o, Deque<Object> open) {
        if (o != null) {
            open.push(o);
        }
    }

    private static Object value(Field field, Object of) {
        try {
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null; // of a module that is not open
        }
    }

    /** Returns weak references to the panel's components in another one. On the event thread. */
    static List<WeakReference<Component>> components(Component root) {
        List<WeakReference<Component>> found = new ArrayList<>();
        collect(root, found);
        return found;
    }

    private static void collect(Component root, List<WeakReference<Component>> found) {
        if (root.getClass().getName().startsWith(OURS)) {
            found.add(new WeakReference<>(root));
        }
        if (root instanceof Container) {
            for (Component child : ((Container) root).getComponents()) {
                collect(child, found);
            }
        }
    }

    /**
     * Returns the class names of the objects that are still in memory after a garbage collection.
     */
    static List<String> alive(List<? extends WeakReference<?>> references) {
        System.gc();
        List<String> alive = new ArrayList<>();
        for (WeakReference<?> reference : references) {
            Object there = reference.get();
            if (there != null) {
                alive.add(there.getClass().getSimpleName());
            }
        }
        return alive;
    }
}
