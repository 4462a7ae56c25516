import { Key } from '#components/ui/form/key.tsx'
import { useHotkeys } from '#components/reading/keys/use-hotkey.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** In place of a text while none is open: the line of each article with its words, and the first keys. */
export function NothingOpen() {
  const t = useWords('reading')
  return (
    <div className="grid h-full place-content-center gap-10 text-13 text-ink-3">
      <figure className="w-72">
        <svg
          viewBox="0 0 288 16"
          aria-hidden
          className="block w-full overflow-visible stroke-fresh-solid rtl:-scale-x-100"
        >
          <path d="M144 8H282M282 2V14" className="stroke-line-strong" strokeWidth="1.5" />
          <path d="M6 8H144" strokeWidth="3" />
          <circle cx="6" cy="8" r="4" className="fill-paper" strokeWidth="2" />
          <circle cx="144" cy="8" r="5" className="fill-fresh-solid" stroke="none" />
        </svg>
        <p className="mt-1.5 grid grid-cols-3 text-12">
          <span>{t('published')}</span>
          <span className="text-center">{t('found')}</span>
          <span className="text-end">{t('seen')}</span>
        </p>
        <figcaption className="mt-4 text-center text-ink-2">{t('traceMeaning')}</figcaption>
      </figure>
      <FirstKeys />
    </div>
  )
}

const acts = [
  ['next', 'nextPosting'],
  ['star', 'star'],
  ['later', 'readLater'],
  ['search', 'keySearch'],
  ['help', 'keys'],
] as const

/** Nothing for fingers, and while there is nothing to open. Acts without a key are left out. */
function FirstKeys() {
  const t = useWords('reading')
  const hotkeyOf = useHotkeys()
  if (useSubscriptions().data?.length === 0) return null
  return (
    <ul aria-label={t('keys')} className="mx-auto space-y-1.5 empty:hidden pointer-coarse:hidden">
      {acts.map(([act, words]) => {
        const hotkey = hotkeyOf(act)
        return hotkey === null ? null : (
          <li key={act} className="flex gap-3">
            <span className="min-w-10 text-end">
              <Key>{hotkey}</Key>
            </span>
            {t(words)}
          </li>
        )
      })}
    </ul>
  )
}
