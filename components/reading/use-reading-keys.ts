import type { PostingItem } from '#lib/api/postings.ts'
import { useKeys } from './use-keys.ts'
import type { PostingActs } from './use-posting-acts.ts'

type ReadingKeys = {
  /** The posting at the cursor. */
  readonly posting: PostingItem | null
  readonly openId: string | null
  readonly acts: PostingActs
  readonly move: (step: 1 | -1, opens: boolean) => void
  readonly choose: (id: string) => void
  readonly close: () => void
  readonly showNew: () => void
  readonly showHelp: () => void
}

/** The whole reading loop by keyboard, in the tradition of Google Reader. */
export function useReadingKeys({
  posting,
  openId,
  acts,
  move,
  choose,
  close,
  showNew,
  showHelp,
}: ReadingKeys) {
  const openOrClose = () => {
    if (posting !== null && posting.id !== openId) choose(posting.id)
    else if (openId !== null) close()
  }
  useKeys({
    j: () => move(1, true),
    k: () => move(-1, true),
    n: () => move(1, false),
    p: () => move(-1, false),
    o: openOrClose,
    Enter: openOrClose,
    v: () => posting?.url && window.open(posting.url, '_blank', 'noopener'),
    m: () => posting && acts.toggleRead(posting),
    s: () => posting && acts.toggleStar(posting),
    b: () => posting && acts.toggleLater(posting),
    l: () => posting && acts.label(posting),
    A: acts.markAllRead,
    r: showNew,
    '.': showNew,
    z: acts.undo,
    ga: () => window.history.pushState(null, '', '/'),
    gs: () => window.history.pushState(null, '', '/?starred=1'),
    gb: () => window.history.pushState(null, '', '/?later=1'),
    '?': showHelp,
    Escape: () => openId !== null && close(),
  })
}
