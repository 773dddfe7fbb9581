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

// The same of a call that is awaited, with the name of the error: libraries tell by it what is wrong.
export function refusingLater(kind, call) {
  return async (argument) => {
    try {
      return await call(argument);
    } catch (error) {
      throw error instanceof Failure ? error : new Failure(kind, `${error?.name}: ${error?.message}`);
    }
  };
}

// Refuse what does not verify, unless `condition` holds.
export function demand(condition, message) {
  if (!condition) {
    throw new Failure('verification', message);
  }
}
