// Why a call gave nothing. `kind` is one of the protocol's: malformed, json-ld, domain, limit,
// verification, unsupported; anything else is a crash of the library.

export class Failure extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

export const kindOf = (error) => error?.kind ?? 'crash';

// Run `call`; what the library throws is a failure of `kind`.
export function refusing(kind, call) {
  return (argument) => {
    try {
      return call(argument);
    } catch (error) {
      throw error instanceof Failure ? error : new Failure(kind, String(error?.message ?? error));
    }
  };
}
