package org.box2el.protege.client;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.google.gson.annotations.SerializedName;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yaml.snakeyaml.Yaml;

/** Compares the classes and paths of this client with api/openapi.yaml. */
public class ContractTest {
    /** Classes whose schema is part of another one. */
    private static final Map<String, List<String>> INNER = Map.of(
        "Reasoner", List.of("Ontology", "reasoner"),
        "Suggestions", List.of("Ontology", "suggestions"),
        "Model", List.of("Ontology", "suggestions", "model"),
        "Shown", List.of("NewOperation", "shown"),
        "Breach", List.of("BreachList", "items"));
    private static final Set<String> OUTSIDE = Set.of("Handshake"); // defined by the command line

    private static Map<String, Object> contract;

    @BeforeClass
    public static void read() throws IOException {
        try (Reader text = Files.newBufferedReader(Paths.get("../api/openapi.yaml"))) {
            contract = new Yaml().load(text);
        }
    }

    @Test
    public void hasTheVersion() {
        assertEquals(map(contract, "info").get("version"), Contract.VERSION);
    }

    @Test
    public void fieldsAreThoseOfTheSchemas() {
        for (Class<?> type : Contract.class.getDeclaredClasses()) {
            if (!OUTSIDE.contains(type.getSimpleName())) {
                Map<String, Object> properties = map(schema(type), "properties");
                for (Field field : type.getDeclaredFields()) {
                    SerializedName other = field.getAnnotation(SerializedName.class);
                    Map<String, Object> property =
                        map(properties, other == null ? field.getName() : other.value());
                    assertNotNull(type.getSimpleName() + "." + field.getName()
                        + " is not in the contract", property);
                    fits(type.getSimpleName() + "." + field.getName(), field.getGenericType(),
                        resolve(property));
                }
            }
        }
    }

    @Test
    public void whatARequestMustHaveIsThere() {
        for (Class<?> type : Contract.class.getDeclaredClasses()) {
            if (!OUTSIDE.contains(type.getSimpleName())
                    && Boolean.FALSE.equals(schema(type).get("additionalProperties"))) {
                for (Object required : (List<?>) schema(type).getOrDefault("required", List.of())) {
                    try {
                        type.getDeclaredField((String) required);
                    } catch (NoSuchFieldException e) {
                        throw new AssertionError(type.getSimpleName() + " lacks " + required);
                    }
                }
            }
        }
    }

    /** Every path in the client's source is in the contract, with its method. */
    @Test
    public void pathsAreThoseOfTheContract() throws IOException {
        Path source = Paths.get("src/main/java/org/box2el/protege/client/Client.java");
        Matcher calls = Pattern.compile("(?:ask|request)\\(\"([A-Z]+)\", (\"/.*?)"
            + "(?:, (?:null|[a-z]+|Map\\.of.*|BodyPublishers.*)[,)])")
            .matcher(Files.readString(source));
        int n = 0;
        while (calls.find()) {
            String path = Arrays.stream(calls.group(2).split(" \\+ "))
                .map(part -> part.startsWith("\"") ? part.replace("\"", "") : part.equals("page")
                    ? "" : "{}")
                .collect(Collectors.joining()).replaceAll("\\?.*", "");
            boolean there = map(contract, "paths").keySet().stream()
                .anyMatch(known -> known.replaceAll("\\{[a-z]+\\}", "{}").equals(path)
                    && map(map(contract, "paths"), known)
                        .containsKey(calls.group(1).toLowerCase(Locale.ROOT)));
            assertTrue(calls.group(1) + " " + path + " is not in the contract", there);
            n++;
        }
        assertTrue("only " + n + " calls were found", n >= 20);
    }

    private static Map<String, Object> schema(Class<?> type) {
        Map<String, Object> schemas = map(map(contract, "components"), "schemas");
        List<String> inner = INNER.get(type.getSimpleName());
        if (inner == null) {
            Map<String, Object> schema = map(schemas, type.getSimpleName());
            assertNotNull("there is no schema " + type.getSimpleName(), schema);
            return schema;
        }
        Map<String, Object> schema = map(schemas, inner.get(0));
        for (String name : inner.subList(1, inner.size())) {
            schema = resolve(map(map(schema, "properties"), name));
            if ("array".equals(schema.get("type"))) {
                schema = resolve(map(schema, "items"));
            }
        }
        return schema;
    }

    /** Returns the schema that a property references, or the property. */
    private static Map<String, Object> resolve(Map<String, Object> schema) {
        Object ref = schema.get("$ref");
        if (ref == null && schema.get("allOf") != null) {
            ref = ((Map<?, ?>) ((List<?>) schema.get("allOf")).get(0)).get("$ref");
        }
        if (ref == null) {
            return schema;
        }
        return resolve(map(map(map(contract, "components"), "schemas"),
            ((String) ref).replaceFirst(".*/", "")));
    }

    private static void fits(String where, Type type, Map<String, Object> schema) {
        Set<?> wanted;
        switch ((String) schema.get("type")) {
            case "string":
                wanted = Set.of(String.class);
                break;
            case "integer":
                wanted = Set.of(int.class, long.class, Integer.class, Long.class);
                break;
            case "number":
                wanted = Set.of(double.class, Double.class);
                break;
            case "boolean":
                wanted = Set.of(boolean.class, Boolean.class);
                break;
            case "array":
                assertTrue(where, type instanceof ParameterizedType
                    && ((ParameterizedType) type).getRawType() == List.class);
                fits(where + "[]", ((ParameterizedType) type).getActualTypeArguments()[0],
                    resolve(map(schema, "items")));
                return;
            default:
                assertTrue(where, type instanceof ParameterizedType
                    || Modifier.isStatic(((Class<?>) type).getModifiers()));
                return;
        }
        assertTrue(where + " is a " + schema.get("type"), wanted.contains(type));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> in, String key) {
        return (Map<String, Object>) in.get(key);
    }
}
