// The story of docs/api.md with the types that openapi-typescript generates: upload, jobs,
// suggestions, decision, undo, and an error. Arguments: the address of the API, the token, a document
// in Turtle.
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

const [address = "", token = "", document = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });

/** Returns the data of a response, or throws its problem. */
async function data<T>(response: Promise<{ data?: T; error?: components["schemas"]["Problem"] }>): Promise<T> {
  const { data, error } = await response;
  if (error || data === undefined) throw new Error(error ? `${error.type}: ${error.detail ?? error.title}` : "no content");
  return data;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Waits for the end of a job. */
async function end({ id: job }: components["schemas"]["Job"]): Promise<void> {
  for (;;) {
    const { state, error } = await data(api.GET("/jobs/{job}", { params: { path: { job } } }));
    if (state === "done") return;
    check(state === "queued" || state === "running", `the job is ${state}: ${error}`);
    await pause();
  }
}

const created = await data(api.POST("/ontologies", { body: { name: "pizzeria" } }));
const path = { id: created.id };
const sent = await data(api.PUT("/ontologies/{id}", {
  params: { path },
  headers: { "Content-Type": "text/turtle" },
  body: readFileSync(document, "utf8"),
  bodySerializer: (text: string) => text,
}));
check(sent.axioms > 20, `${sent.axioms} axioms`);

await end(await data(api.POST("/ontologies/{id}/trainings", { params: { path }, body: { dim: 10, steps: 100 } })));
for (;;) {
  const { suggestions } = await data(api.GET("/ontologies/{id}", { params: { path } }));
  if (suggestions.state === "ready") break;
  check(suggestions.state === "preparing" || suggestions.state === "none", suggestions.state);
  await pause();
}
const card = await data(api.GET("/ontologies/{id}/model", { params: { path } }));
check(card.architecture === "box2el" && (card.steps ?? 0) > 0, JSON.stringify(card));

const found = await data(api.GET("/ontologies/{id}/classes", { params: { path, query: { q: "diavla" } } }));
const diavola = found.items[0];
check(diavola?.label === "diavola", JSON.stringify(found.items));
const page = await data(api.POST("/ontologies/{id}/suggestions:query", {
  params: { path },
  body: { subject: diavola!.iri, tiers: ["likely", "possible", "speculative"], limit: 5 },
}));
const first = page.items.find((s) => s.verdict === "new");
check(first !== undefined && first.evidence.every((e) => e.sentence !== ""), JSON.stringify(page.items));

const axioms = [first!.axiom];
const accepted = await data(api.POST("/ontologies/{id}/operations", {
  params: { path, header: { "Idempotency-Key": "story-1" } },
  body: { operation: "accept", axioms, client: "story.ts" },
}));
check(accepted.ontology.axioms === sent.axioms + 1, `${accepted.ontology.axioms} axioms after an accept`);
const { items: [verdict] } = await data(api.POST("/ontologies/{id}/entailment:check", { params: { path }, body: { axioms } }));
check(verdict?.verdict === "entailed", `the accepted axiom is ${verdict?.verdict}`);
const diff = await data(api.POST("/ontologies/{id}/diff", { params: { path } }));
check(diff.added === 1 && diff.removed === 0, `+${diff.added} −${diff.removed}`);
const undone = await data(api.POST("/ontologies/{id}/operations", {
  params: { path },
  body: { operation: "undo", undoes: accepted.operation?.id },
}));
check(undone.ontology.axioms === sent.axioms, `${undone.ontology.axioms} axioms after an undo`);

const { error, response } = await api.GET("/ontologies/{id}", { params: { path: { id: "nobody" } } });
check(response.status === 404 && error?.type === "urn:box2el-owl:unknown-ontology", JSON.stringify(error));
console.log(`${sent.axioms} axioms; accepted and undone: ${first!.manchester}`);
