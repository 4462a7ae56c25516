/** In policy tests, reading the clock or ambient randomness is a bug: both throw. */
function forbidden(what: string): () => never {
  return () => {
    throw new Error(`${what} is forbidden in lib/policy: pass the value in`)
  }
}

const RealDate = Date
globalThis.Date = new Proxy(RealDate, {
  construct(target, args: unknown[]) {
    if (args.length === 0) forbidden('new Date()')()
    return Reflect.construct(target, args) as Date
  },
  get(target, property, receiver) {
    return property === 'now' ? forbidden('Date.now') : (Reflect.get(target, property, receiver) as unknown)
  },
})
Math.random = forbidden('Math.random')
