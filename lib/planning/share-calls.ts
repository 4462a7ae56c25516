import type { AggregatorContext } from './context.ts'

type Calls<Answer> = { readonly running: Promise<Answer>; next: Promise<Answer> | null }

/**
 * Lets all who ask for the same thing while it is being looked for share the next answer: that is begun after each of
 * them asked, so none gets what was true before. Per database.
 */
export function shareCalls<Answer>(
  work: (context: AggregatorContext) => Promise<Answer>,
): (context: AggregatorContext) => Promise<Answer> {
  const calls = new WeakMap<AggregatorContext['database'], Calls<Answer>>()

  function run(context: AggregatorContext): Promise<Answer> {
    const own: Calls<Answer> = { running: work(context), next: null }
    calls.set(context.database, own)
    const end = () => {
      if (own.next === null) calls.delete(context.database)
    }
    own.running.then(end, end)
    return own.running
  }

  return (context) => {
    const own = calls.get(context.database)
    if (own === undefined) return run(context)
    const again = () => run(context)
    return (own.next ??= own.running.then(again, again))
  }
}
