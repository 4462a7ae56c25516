/** Each ends what one holder of this process made, if it did. */
const endings: (() => unknown)[] = []

/**
 * Makes something at its first use and gives the same from then on, e.g. the web server's database. Modules of `lib` are there once in a
 * process, whoever asks (`lib/web/outside-bundle.ts`), so that it is, too. `end` is called by `endMade`.
 */
export function oncePerProcess<T>(make: () => T, end: (made: T) => unknown = () => undefined): () => T {
  let made: { readonly it: T } | null = null
  endings.push(() => {
    const before = made
    made = null
    return before === null ? undefined : end(before.it)
  })
  return () => (made ??= { it: make() }).it
}

/** Ends and forgets all of it: what is asked for next is made anew. Tests begin so. */
export async function endMade(): Promise<void> {
  await Promise.all(endings.map((end) => end()))
}
