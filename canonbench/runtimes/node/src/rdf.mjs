// Datasets: neutral quads (subject, predicate, object, graph) to RDF/JS quads and back.

const RDF_LANG_STRING = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString';

function term(value) {
  if (Array.isArray(value)) {
    const [lexical, datatype, language] = value;
    const literal = {termType: 'Literal', value: lexical, datatype: {termType: 'NamedNode', value: datatype}};
    return language === null ? literal : {...literal, language};
  }
  return value.startsWith('_:')
    ? {termType: 'BlankNode', value: value.slice(2)}
    : {termType: 'NamedNode', value};
}

export const enterDataset = (quads) =>
  quads.map(([subject, predicate, object, graph]) => ({
    subject: term(subject),
    predicate: term(predicate),
    object: term(object),
    graph: graph === null ? {termType: 'DefaultGraph', value: ''} : term(graph),
  }));

// jsonld.js keeps the "_:" of a blank node in its value, rdf-canonize's own parser too or not: both are taken.
const label = (value) => (value.startsWith('_:') ? value : `_:${value}`);

function neutral({termType, value, datatype, language}) {
  switch (termType) {
    case 'Literal':
      return [value, language ? RDF_LANG_STRING : datatype.value, language || null];
    case 'BlankNode':
      return label(value);
    case 'DefaultGraph':
      return null;
    default:
      return value;
  }
}

export const leaveDataset = (quads) =>
  quads.map(({subject, predicate, object, graph}) => [subject, predicate, object, graph].map(neutral));
