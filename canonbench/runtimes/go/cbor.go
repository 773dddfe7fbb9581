//go:build !standard

package main

import (
	"math/big"
	"time"

	"github.com/fxamacker/cbor/v2"
)

// fxamacker/cbor. Go's maps have no order, so they are written in the bytewise order of their keys.
func cborStages() map[string]stage {
	encoding, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err)
	}
	decoding, err := cbor.DecOptions{
		DupMapKey:   cbor.DupMapKeyEnforcedAPF,
		IndefLength: cbor.IndefLengthForbidden,
		TimeTag:     cbor.DecTagIgnored,
		IntDec:      cbor.IntDecConvertNone,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	return map[string]stage{
		"cbor.encode": {
			enter: func(value any) (any, error) { return native(value), nil },
			run:   func(value any) (any, error) { return encoding.Marshal(value) },
		},
		"cbor.decode": {
			leave: fromCBOR,
			run: func(value any) (any, error) {
				var found any
				if err := decoding.Unmarshal(value.([]byte), &found); err != nil {
					return nil, failure{"malformed", err.Error()}
				}
				return found, nil
			},
		},
	}
}

func native(value any) any {
	switch found := value.(type) {
	case list:
		items := make([]any, len(found))
		for i, item := range found {
			items[i] = native(item)
		}
		return items
	case object:
		members := make(map[string]any, len(found.keys))
		for key, member := range found.members {
			members[key] = native(member)
		}
		return members
	case tuple:
		switch found.name {
		case "Tag":
			return cbor.Tag{Number: uint64(found.items[0].(int64)), Content: native(found.items[1])}
		case "Simple":
			return cbor.SimpleValue(found.items[0].(int64))
		case "Map":
			members := map[any]any{}
			for _, item := range found.items[0].(tuple).items {
				entry := item.(tuple).items
				key := native(entry[0])
				if octets, ok := key.([]byte); ok {
					key = cbor.ByteString(octets)
				}
				members[key] = native(entry[1])
			}
			return members
		}
	}
	return value
}

func fromCBOR(value any) any {
	switch found := value.(type) {
	case big.Int:
		return &found
	case time.Time:
		panic(failure{"unsupported", "fxamacker/cbor makes a time of tags 0 and 1, and keeps no tag"})
	case []any:
		items := make([]any, len(found))
		for i, item := range found {
			items[i] = fromCBOR(item)
		}
		return items
	case cbor.Tag:
		return tuple{"Tag", []any{found.Number, fromCBOR(found.Content)}}
	case cbor.SimpleValue:
		return tuple{"Simple", []any{int64(found)}}
	case cbor.ByteString:
		return []byte(found)
	case map[any]any:
		return fromMap(found)
	}
	return value
}

func fromMap(found map[any]any) any {
	members, entries := map[string]any{}, []any{}
	for key, member := range found {
		if text, ok := key.(string); ok {
			members[text] = fromCBOR(member)
		}
		entries = append(entries, list{fromCBOR(key), fromCBOR(member)})
	}
	if len(members) == len(found) {
		return members
	}
	return tuple{"Map", []any{list(entries)}}
}
