import type { ReadingOptions } from '#lib/api/lists/list-settings.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { stepHistory } from '#components/ui/step-history.ts'
import { bindingsOf, type KeyAct } from '#components/reading/keys/key-bindings.ts'
import { useKeys, type KeyActs } from '#components/reading/keys/use-keys.ts'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'

type ReadingKeys = {
  /** The posting at the cursor. */
  readonly posting: PostingItem | null
  readonly openId: string | null
  readonly acts: PostingActs
  readonly options: ReadingOptions
  readonly move: (step: 1 | -1, opens: boolean) => void
  readonly choose: (id: string) => void
  readonly close: () => void
  readonly showNew: () => void
  readonly showHelp: () => void
  readonly share: (posting: PostingItem) => void
}

/** The whole reading loop by keyboard, with the keys that the reader chose. */
export function useReadingKeys({ options, ...reading }: ReadingKeys) {
  const run = actsOf(reading)
  const byKey: Record<string, () => void> = {}
  if (options.hasKeys) {
    for (const [act, keys] of Object.entries(bindingsOf(options)) as [KeyAct, readonly string[]][]) {
      const runs = run[act]
      if (runs !== undefined) for (const key of keys) byKey[key] ??= runs
    }
  }
  // These two stay where no key does anything else.
  const always: KeyActs = options.hasKeys ? {} : { '?': reading.showHelp, Escape: run.close ?? (() => {}) }
  useKeys({ ...byKey, ...always })
}

function actsOf(reading: Omit<ReadingKeys, 'options'>): Partial<Record<KeyAct, () => void>> {
  const { posting, openId, acts, move, choose, close, showNew, showHelp, share } = reading
  const go = (address: string) => () => stepHistory('push', address)
  return {
    next: () => move(1, true),
    previous: () => move(-1, true),
    nextClosed: () => move(1, false),
    previousClosed: () => move(-1, false),
    openOrClose: () => {
      if (posting !== null && posting.id !== openId) choose(posting.id)
      else if (openId !== null) close()
    },
    original: () => posting?.url && window.open(posting.url, '_blank', 'noopener'),
    toggleRead: () => posting && acts.toggleRead(posting),
    star: () => posting && acts.toggleStar(posting),
    later: () => posting && acts.toggleLater(posting),
    label: () => posting && acts.label(posting),
    share: () => posting && share(posting),
    markAll: acts.markAllRead,
    markUpTo: () => posting && acts.markBeside(posting.id, 'upTo'),
    markAbove: () => posting && acts.markBeside(posting.id, 'above'),
    markBelow: () => posting && acts.markBeside(posting.id, 'below'),
    reload: showNew,
    showNew,
    undo: acts.undo,
    goAll: go('/'),
    goFresh: go('/?fresh=1'),
    goStarred: go('/?starred=1'),
    goLater: go('/?later=1'),
    search: openSearch,
    help: showHelp,
    close: () => openId !== null && close(),
  }
}

/** On the reading page: opens the search in the folder or source that is shown; in an open search it goes to the field. */
function openSearch(): void {
  const field = document.getElementById('search-field')
  if (field instanceof HTMLInputElement) return field.select()
  const shown = new URLSearchParams(window.location.search)
  const asked = new URLSearchParams()
  for (const name of ['folder', 'source']) {
    const value = shown.get(name)
    if (value !== null) asked.set(name, value)
  }
  asked.set('q', '')
  stepHistory('push', `/?${asked}`)
}
