//go:build !standard

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/piprate/json-gold/ld"
)

const (
	rdfLangString = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
	nQuads        = "application/n-quads"
)

// What json-gold is given: a document and options, or a dataset and options. It keeps no processed contexts,
// so a cold context differs in the loader's documents alone.
type operation struct {
	document any
	dataset  *ld.RDFDataset
	options  *ld.JsonLdOptions
}

func jsonGold() map[string]stage {
	processor := ld.NewJsonLdProcessor()
	return map[string]stage{
		"jsonld.expand": {
			enter: enterSource, cached: true, leave: fromJSON,
			run: func(argument any) (any, error) {
				given := argument.(operation)
				found, err := processor.Expand(given.document, given.options)
				return any(found), refused(err)
			},
		},
		"jsonld.to_quads": {
			enter: enterSource, cached: true, leave: leaveDataset, random: true,
			run: func(argument any) (any, error) {
				given := argument.(operation)
				found, err := processor.ToRDF(given.document, given.options)
				return found, refused(err)
			},
		},
		"transform.rdfc": {
			enter: enterTransformation, cached: true,
			run: func(argument any) (any, error) {
				given := argument.(operation)
				found, err := processor.Normalize(given.document, given.options)
				if err != nil {
					return nil, refused(err)
				}
				return []byte(found.(string)), nil
			},
		},
		"rdfc.canonicalize": {
			enter: enterRequest, consumes: true,
			run: func(argument any) (any, error) {
				given := argument.(operation)
				return ld.NewJsonLdApi().Normalize(given.dataset, given.options)
			},
		},
		"nquads.parse": {
			leave: leaveDataset, random: true,
			run: func(argument any) (any, error) {
				found, err := ld.ParseNQuads(argument.(string))
				if err != nil {
					return nil, failure{"malformed", err.Error()}
				}
				return found, nil
			},
		},
	}
}

type loader map[string]any

func (l loader) LoadDocument(url string) (*ld.RemoteDocument, error) {
	found, known := l[url]
	if !known {
		return nil, ld.NewJsonLdError(ld.LoadingDocumentFailed, "no context "+url)
	}
	return &ld.RemoteDocument{DocumentURL: url, Document: found}, nil
}

func enterSource(input any) (any, error) {
	source := input.(tuple).items
	contexts, _ := plain(source[1]).(map[string]any)
	asked := source[2].(tuple).items
	base, _ := asked[0].(string)
	options := ld.NewJsonLdOptions(base)
	options.DocumentLoader = loader(contexts)
	options.ExpandContext = plain(asked[1])
	if mode, ok := asked[2].(string); ok {
		options.ProcessingMode = mode
	}
	if asked[3] != nil {
		return nil, failure{"unsupported", "json-gold has no rdfDirection"}
	}
	options.ProduceGeneralizedRdf, _ = asked[4].(bool)
	return operation{document: plain(source[0]), options: options}, nil
}

func enterTransformation(input any) (any, error) {
	given := input.(tuple).items
	if given[1] != "sha256" {
		return nil, failure{"unsupported", "json-gold canonicalizes with SHA-256 only"}
	}
	entered, err := enterSource(given[0])
	if err != nil {
		return nil, err
	}
	found := entered.(operation)
	if found.options.ExpandContext != nil || found.options.ProduceGeneralizedRdf {
		return nil, failure{"unsupported", "Normalize of json-gold hands on neither expandContext nor produceGeneralizedRdf"}
	}
	found.options.Algorithm, found.options.Format = "URDNA2015", nQuads
	return found, nil
}

func enterRequest(input any) (any, error) {
	given := input.(tuple).items
	if given[1] != "sha256" {
		return nil, failure{"unsupported", "json-gold canonicalizes with SHA-256 only"}
	}
	dataset := ld.NewRDFDataset()
	for _, item := range given[0].(tuple).items {
		quad := item.(tuple).items
		name := "@default"
		if graph, ok := quad[3].(string); ok {
			name = graph
		}
		dataset.Graphs[name] = append(dataset.Graphs[name], ld.NewQuad(node(quad[0]), node(quad[1]), node(quad[2]), name))
	}
	options := ld.NewJsonLdOptions("")
	options.Algorithm, options.Format = "URDNA2015", nQuads
	return operation{dataset: dataset, options: options}, nil
}

func node(term any) ld.Node {
	if literal, ok := term.(tuple); ok {
		language, _ := literal.items[2].(string)
		return ld.NewLiteral(literal.items[0].(string), literal.items[1].(string), language)
	}
	text := term.(string)
	if strings.HasPrefix(text, "_:") {
		return ld.NewBlankNode(text)
	}
	return ld.NewIRI(text)
}

func leaveDataset(output any) any {
	quads := list{}
	for name, triples := range output.(*ld.RDFDataset).Graphs {
		var graph any
		if name != "@default" {
			graph = name
		}
		for _, triple := range triples {
			quads = append(quads, list{term(triple.Subject), term(triple.Predicate), term(triple.Object), graph})
		}
	}
	return quads
}

func term(found ld.Node) any {
	var literal ld.Literal
	switch known := found.(type) {
	case *ld.Literal:
		literal = *known
	case ld.Literal:
		literal = known
	default:
		return found.GetValue()
	}
	if literal.Language != "" {
		return list{literal.Value, rdfLangString, literal.Language}
	}
	return list{literal.Value, literal.Datatype, nil}
}

// The code of the text, a colon, and what json-gold says beside it.
func refused(err error) error {
	var known *ld.JsonLdError
	if !errors.As(err, &known) {
		return err
	}
	message := string(known.Code) + ": "
	if known.Details != nil {
		message += fmt.Sprint(known.Details)
	}
	return failure{"json-ld", message}
}
