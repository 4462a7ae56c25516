/** Runs acts of the same name one after the other, whether those before succeed or not; others run at the same time. */
export function oneByOne(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, act) => {
    const result = (last.get(name) ?? Promise.resolve()).then(act, act)
    last.set(name, result)
    return result
  }
}
