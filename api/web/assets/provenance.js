// The annotations that accepted axioms get: what axioms of the ontology carry, and the choice.
import {announce, attempt, button, check, count, el, plural, put} from './dom.js';

/** Returns annotations as text. @param {{property: import('./api.js').Name, value: string}[]} preview */
export const annotationText = preview => preview.map(({property, value}) => `${property.label} ${value}`).join('; ');

/** Returns the section of the settings with the dialog. @param {import('./ontology.js').Ontology} ontology */
export function provenanceSettings(ontology) {
  const dialog = el('dialog.provenance', {'aria-labelledby': 'provenance-title', onclose: () => dialog.replaceChildren()}), message = el('div', {'aria-live': 'polite'});
  const open = () => attempt(message, async () => {
    put(dialog, form(ontology, await ontology.provenance(true), () => dialog.close()));
    message.replaceChildren();
    dialog.showModal();
  });
  return [el('h2', {}, 'Accepted axioms'), button('Annotations…', open), el('p.quiet', {}, 'Who, when and by which program, in the file.'), message, dialog];
}

function form(ontology, {annotated, properties, write}, close) {
  const message = el('div', {'aria-live': 'polite'});
  const rows = properties.map(p => {
    const chosen = write.find(t => t.property === p.property.iri), template = chosen ?? p.template;
    const value = el('input', {type: 'text', maxlength: 4000, value: template.value, 'aria-label': `Value of ${p.property.label}`});
    const box = el('input', {type: 'checkbox', checked: Boolean(chosen)});
    const share = p.axioms > 0 ? `${count(p.axioms)} of ${plural(annotated, 'annotated axiom')}, ${count(p.logical)} of them logical; e.g. ${p.example.length > 80 ? p.example.slice(0, 79) + '…' : p.example}` : 'not used';
    return {box, value, template, element: el('li', {}, el('div.line', {}, check(p.property.label, box), value), el('p.quiet', {title: p.property.iri}, share))};
  });
  const save = async event => {
    event.preventDefault();
    await attempt(message, async () => {
      const {preview, write} = await ontology.setProvenance(rows.filter(row => row.box.checked).map(row => ({...row.template, value: row.value.value.trim()})));
      announce(write.length ? `Accepted axioms get ${annotationText(preview)}.` : 'Accepted axioms get no annotations.');
      close();
    });
  };
  return el('form', {onsubmit: save}, el('h2', {id: 'provenance-title'}, 'Annotations of accepted axioms'),
    el('p', {}, annotated ? 'Axioms of this ontology carry these annotations. ' : 'No axiom of this ontology is annotated. ', 'What you choose is written with each axiom that is accepted from now on.'),
    el('p.quiet', {}, 'Placeholders: ', el('code', {}, '{who}'), ' and ', el('code', {}, '{orcid}'), ' from “Your name or ORCID”, ', el('code', {}, '{date}'), ', ', el('code', {}, '{time}'), ', ', el('code', {}, '{program}'), '. At least one value must contain ', el('code', {}, '{program}'), '.'),
    el('ul.plain', {}, rows.map(row => row.element)), message, el('p', {}, el('button.primary', {type: 'submit'}, 'Save'), ' ', button('Cancel', close)));
}
