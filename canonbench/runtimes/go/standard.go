package main

import (
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"runtime"
)

// Go's own packages: JSON, base64url, hashes and signatures. Keys are made outside the clock.
func standard() engine {
	return engine{
		library: library{"go", runtime.Version(), runtime.Version()},
		stages: map[string]stage{
			"json.parse":       {run: parseJSON, leave: fromJSON},
			"json.serialize":   {enter: enterPlain, run: func(value any) (any, error) { return json.Marshal(value) }},
			"base64url.encode": {run: func(value any) (any, error) { return base64.RawURLEncoding.EncodeToString(value.([]byte)), nil }},
			"base64url.decode": {run: decodeBase64},
			"hashing.sha256":   {run: func(value any) (any, error) { sum := sha256.Sum256(value.([]byte)); return sum[:], nil }},
			"hashing.sha384":   {run: func(value any) (any, error) { sum := sha512.Sum384(value.([]byte)); return sum[:], nil }},
			"hmac.sha256":      {run: authenticate},
			"hkdf.derive":      {enter: enterHKDF, run: derive},
			"eddsa.sign":       {enter: enterEdDSA, run: signEdDSA},
			"eddsa.verify":     {enter: enterEdDSA, run: verifyEdDSA},
			"ecdsa.sign":       {enter: enterECDSA, run: signECDSA, random: true},
			"ecdsa.verify":     {enter: enterECDSA, run: verifyECDSA},
			"ecdh.agree":       {enter: enterECDH, run: agree},
		},
	}
}

func enterPlain(value any) (any, error) { return plain(value), nil }

func parseJSON(value any) (any, error) {
	var found any
	if err := json.Unmarshal(value.([]byte), &found); err != nil {
		return nil, failure{"malformed", err.Error()}
	}
	return found, nil
}

func decodeBase64(value any) (any, error) {
	found, err := base64.RawURLEncoding.Strict().DecodeString(value.(string))
	if err != nil {
		return nil, failure{"malformed", err.Error()}
	}
	return found, nil
}

func authenticate(value any) (any, error) {
	given := value.(tuple).items
	code := hmac.New(sha256.New, given[0].([]byte))
	code.Write(given[1].([]byte))
	return code.Sum(nil), nil
}

type derivation struct {
	secret, salt []byte
	info         string
	length       int
}

func enterHKDF(value any) (any, error) {
	given := value.(tuple).items
	return derivation{given[0].([]byte), given[1].([]byte), string(given[2].([]byte)), int(given[3].(int64))}, nil
}

func derive(value any) (any, error) {
	given := value.(derivation)
	return hkdf.Key(sha256.New, given.secret, given.salt, given.info, given.length)
}

type agreement struct {
	secret *ecdh.PrivateKey
	public *ecdh.PublicKey
}

func enterECDH(value any) (any, error) {
	given := value.(tuple).items
	own, other := given[0].(tuple).items, given[1].(tuple).items
	curves := map[string]ecdh.Curve{"P-256": ecdh.P256(), "P-384": ecdh.P384()}
	name, _ := own[0].(string)
	curve, known := curves[name]
	if !known || other[0] != name {
		return nil, failure{"malformed", "the keys are on no curve here, or not on one"}
	}
	secret, err := curve.NewPrivateKey(own[2].([]byte))
	if err != nil {
		return nil, failure{"malformed", err.Error()}
	}
	public, err := curve.NewPublicKey(other[1].([]byte))
	if err != nil {
		return nil, failure{"malformed", err.Error()}
	}
	return agreement{secret, public}, nil
}

func agree(value any) (any, error) {
	given := value.(agreement)
	return given.secret.ECDH(given.public)
}

// What signs or verifies: a key, a message, and the signature where there is one.
type signed struct {
	secret    crypto.Signer
	public    crypto.PublicKey
	message   []byte
	signature []byte
	size      int
	hash      crypto.Hash
	sum       func([]byte) []byte
	same      bool
}

func enterSigned(value any) (signed, []any) {
	given := value.(tuple).items
	found := signed{message: given[1].([]byte)}
	if len(given) > 2 {
		found.signature, _ = given[2].([]byte)
	}
	return found, given[0].(tuple).items
}

func enterEdDSA(value any) (any, error) {
	found, key := enterSigned(value)
	if key[0] != "Ed25519" {
		return nil, failure{"malformed", "the key is none of Ed25519"}
	}
	if secret := key[2].([]byte); len(secret) == ed25519.SeedSize {
		found.secret = ed25519.NewKeyFromSeed(secret)
	}
	found.public = ed25519.PublicKey(key[1].([]byte))
	return found, nil
}

func signEdDSA(value any) (any, error) {
	given := value.(signed)
	return given.secret.Sign(nil, given.message, crypto.Hash(0))
}

func verifyEdDSA(value any) (any, error) {
	given := value.(signed)
	if !ed25519.Verify(given.public.(ed25519.PublicKey), given.message, given.signature) {
		return nil, failure{"verification", "the EdDSA signature does not verify"}
	}
	return true, nil
}

func enterECDSA(value any) (any, error) {
	found, key := enterSigned(value)
	if given := value.(tuple).items; len(given) > 2 {
		found.same, _ = given[2].(bool)
	}
	var curve elliptic.Curve
	switch key[0] {
	case "P-256":
		curve, found.size, found.hash = elliptic.P256(), 32, crypto.SHA256
		found.sum = func(data []byte) []byte { sum := sha256.Sum256(data); return sum[:] }
	case "P-384":
		curve, found.size, found.hash = elliptic.P384(), 48, crypto.SHA384
		found.sum = func(data []byte) []byte { sum := sha512.Sum384(data); return sum[:] }
	default:
		return nil, failure{"malformed", "the key is on no curve here"}
	}
	point := key[1].([]byte)
	if len(point) != 1+2*found.size {
		return nil, failure{"malformed", "the point is not in uncompressed form"}
	}
	public := &ecdsa.PublicKey{
		Curve: curve,
		X:     new(big.Int).SetBytes(point[1 : 1+found.size]),
		Y:     new(big.Int).SetBytes(point[1+found.size:]),
	}
	if _, err := public.ECDH(); err != nil {
		return nil, failure{"malformed", err.Error()}
	}
	found.public = public
	if secret := key[2].([]byte); len(secret) > 0 {
		found.secret = &ecdsa.PrivateKey{PublicKey: *public, D: new(big.Int).SetBytes(secret)}
	}
	return found, nil
}

func signECDSA(value any) (any, error) {
	given := value.(signed)
	if given.same {
		return signSame(given)
	}
	r, s, err := ecdsa.Sign(rand.Reader, given.secret.(*ecdsa.PrivateKey), given.sum(given.message))
	if err != nil {
		return nil, err
	}
	return raw(r, s, given.size), nil
}

// Without a source of random octets, Go takes the nonce of RFC 6979; it has no such function that gives r and s.
func signSame(given signed) (any, error) {
	encoded, err := given.secret.Sign(nil, given.sum(given.message), given.hash)
	if err != nil {
		return nil, err
	}
	var numbers struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(encoded, &numbers); err != nil {
		return nil, err
	}
	return raw(numbers.R, numbers.S, given.size), nil
}

func raw(r, s *big.Int, size int) []byte {
	signature := make([]byte, 2*size)
	r.FillBytes(signature[:size])
	s.FillBytes(signature[size:])
	return signature
}

func verifyECDSA(value any) (any, error) {
	given := value.(signed)
	if len(given.signature) == 2*given.size {
		r, s := new(big.Int).SetBytes(given.signature[:given.size]), new(big.Int).SetBytes(given.signature[given.size:])
		if ecdsa.Verify(given.public.(*ecdsa.PublicKey), given.sum(given.message), r, s) {
			return true, nil
		}
	}
	return nil, failure{"verification", "the ECDSA signature does not verify"}
}
