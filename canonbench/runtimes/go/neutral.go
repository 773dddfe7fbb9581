package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// Neutral values: nil, bool, string, int64, *big.Int, float64, []byte, list, tuple, object.
type list []any

type tuple struct {
	name  string
	items []any
}

type object struct {
	keys    []string
	members map[string]any
}

var errNeutral = errors.New("this is no neutral value")

func decode(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decodeNext(decoder)
}

func decodeNext(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch found := token.(type) {
	case json.Number:
		if whole, err := found.Int64(); err == nil {
			return whole, nil
		}
		return found.Float64()
	case json.Delim:
		if found == '{' {
			return decodeObject(decoder)
		}
		return decodeArray(decoder)
	}
	return token, nil
}

func decodeObject(decoder *json.Decoder) (any, error) {
	found := object{members: map[string]any{}}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		member, err := decodeNext(decoder)
		if err != nil {
			return nil, err
		}
		found.keys = append(found.keys, key.(string))
		found.members[key.(string)] = member
	}
	_, err := decoder.Token()
	return found, err
}

func decodeArray(decoder *json.Decoder) (any, error) {
	items := []any{}
	for decoder.More() {
		item, err := decodeNext(decoder)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, errNeutral
	}
	tag, _ := items[0].(string)
	rest := items[1:]
	switch tag {
	case "l":
		return list(rest), nil
	case "t":
		return tuple{"", rest}, nil
	}
	if len(rest) == 0 {
		return nil, errNeutral
	}
	text, ok := rest[0].(string)
	if !ok {
		return nil, errNeutral
	}
	switch tag {
	case "n":
		return tuple{text, rest[1:]}, nil
	case "b":
		return base64.StdEncoding.DecodeString(text)
	case "f":
		return strconv.ParseFloat(text, 64)
	case "i":
		number, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return nil, errNeutral
		}
		return number, nil
	}
	return nil, errNeutral
}

// A document as encoding/json gives it: float64 for all numbers, maps and slices.
func plain(value any) any {
	switch found := value.(type) {
	case int64:
		return float64(found)
	case *big.Int:
		number, _ := new(big.Float).SetInt(found).Float64()
		return number
	case list:
		items := make([]any, len(found))
		for i, item := range found {
			items[i] = plain(item)
		}
		return items
	case object:
		members := make(map[string]any, len(found.keys))
		for key, member := range found.members {
			members[key] = plain(member)
		}
		return members
	}
	return value
}

const safe = 1<<53 - 1

func encode(value any) any {
	switch found := value.(type) {
	case nil, bool, string, json.Number:
		return found
	case int:
		return encode(int64(found))
	case int64:
		if found > safe || found < -safe {
			return []any{"i", strconv.FormatInt(found, 10)}
		}
		return found
	case uint64:
		return encode(new(big.Int).SetUint64(found))
	case *big.Int:
		if found.IsInt64() && found.Int64() <= safe && found.Int64() >= -safe {
			return found.Int64()
		}
		return []any{"i", found.String()}
	case float64:
		if found == math.Trunc(found) || math.IsNaN(found) || math.IsInf(found, 0) {
			return []any{"f", floatText(found)}
		}
		return found
	case []byte:
		return []any{"b", base64.StdEncoding.EncodeToString(found)}
	case []any:
		return tagged("l", found)
	case list:
		return tagged("l", found)
	case tuple:
		if found.name == "" {
			return tagged("t", found.items)
		}
		items := tagged("n", found.items)
		return append([]any{items[0], found.name}, items[1:]...)
	case map[string]any:
		members := make(map[string]any, len(found))
		for key, member := range found {
			members[key] = encode(member)
		}
		return members
	}
	panic(fmt.Sprintf("a %T is no neutral value", value))
}

func floatText(value float64) string {
	switch {
	case math.IsNaN(value):
		return "nan"
	case math.IsInf(value, 1):
		return "inf"
	case math.IsInf(value, -1):
		return "-inf"
	case value == 0 && math.Signbit(value):
		return "-0.0"
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

func tagged(tag string, items []any) []any {
	found := make([]any, 0, len(items)+1)
	found = append(found, tag)
	for _, item := range items {
		found = append(found, encode(item))
	}
	return found
}

// JSON that encoding/json parsed, as neutral value: whole numbers are integers, as Python has them.
func fromJSON(value any) any {
	switch found := value.(type) {
	case float64:
		if found == math.Trunc(found) && math.Abs(found) <= safe {
			return int64(found)
		}
	case []any:
		items := make([]any, len(found))
		for i, item := range found {
			items[i] = fromJSON(item)
		}
		return items
	case map[string]any:
		members := make(map[string]any, len(found))
		for key, member := range found {
			members[key] = fromJSON(member)
		}
		return members
	}
	return value
}
