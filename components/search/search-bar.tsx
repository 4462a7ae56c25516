'use client'

import { Search, X } from 'lucide-react'
import { memo, Suspense, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { QueryAssistProps } from './query-assist.tsx'
import type { ListPlace } from './scope-chips.tsx'

const QueryAssist = lazyPart(async () => (await import('./query-assist.tsx')).QueryAssist)
const ScopeChips = lazyPart(async () => (await import('./scope-chips.tsx')).ScopeChips)

type SearchBarProps = {
  readonly filter: PostingListFilter
  /** The folder or source that was shown before: searching in it alone stays possible. */
  readonly place: ListPlace
  readonly onChange: (change: Partial<PostingListFilter>) => void
}

/** Known to the key `/`, wherever it is pressed. */
const fieldId = 'search-field'

/**
 * The field over a list. It is there at once; colours, completion and what is wrong come with more code: what the server drew of those would
 * vanish until then if the bar were drawn anew with the list, hence `memo`.
 */
export const SearchBar = memo(function SearchBar({ filter, place, onChange }: SearchBarProps) {
  const t = useWords('search')
  const helpId = useId()
  const input = useRef<HTMLInputElement>(null)
  const onAssistKey = useRef<QueryAssistProps['onKeyRef']['current']>(null)
  const hasMistakes = useRef(false)
  const [text, setText] = useState(filter.query ?? '')
  const [caret, setCaret] = useState(text.length)
  const [hasFocus, setFocus] = useState(false)
  const [wasTried, setTried] = useState(false)
  const [isAssisted, setAssisted] = useState(false)
  const [option, setOption] = useState<string | null>(null)

  const onClose = () =>
    onChange({ query: undefined, viewId: undefined, best: undefined, show: 'unread', ...place })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (hasMistakes.current || text.trim() === '') return
    input.current?.blur()
    onChange({ query: text.trim() })
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (onAssistKey.current?.(event) === true) return event.preventDefault()
    if (event.key !== 'Escape') return
    if (text === '') onClose()
    else input.current?.blur()
  }
  function change(next: string, at: number) {
    setText(next)
    setCaret(at)
    setTried(false)
  }
  return (
    <div className="shrink-0 border-b border-line bg-ground px-3 pt-2.5 pb-2 sm:px-5">
      <form role="search" onSubmit={onSubmit} className="flex items-start gap-1">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className="pointer-events-none absolute start-2.5 top-2.5 z-10 text-ink-3 pointer-coarse:top-3.5"
          />
          <input
            ref={input}
            id={fieldId}
            type="text"
            role="combobox"
            aria-label={t('searchPostings')}
            aria-expanded={option !== null}
            aria-controls={`${helpId}-options`}
            aria-activedescendant={option ?? undefined}
            aria-autocomplete="list"
            aria-describedby={`${helpId}-mistake`}
            // Somebody opened the search to write in it.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={filter.query === ''}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            spellCheck={false}
            maxLength={2100}
            placeholder={t('placeholder')}
            value={text}
            onChange={({ target }) => change(target.value, target.selectionStart ?? target.value.length)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? text.length)}
            onFocus={() => setFocus(true)}
            onBlur={() => setFocus(false)}
            onKeyDown={onKeyDown}
            className={cn(
              'h-9 w-full rounded-2 border border-control bg-paper ps-9 pe-3 text-14 caret-ink placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-16',
              isAssisted && 'text-transparent forced-colors:text-[FieldText]',
            )}
          />
          <Suspense>
            <QueryAssist
              input={input}
              text={text}
              caret={caret}
              hasFocus={hasFocus}
              wasTried={wasTried}
              idPrefix={helpId}
              mistakesRef={hasMistakes}
              onKeyRef={onAssistKey}
              onReady={setAssisted}
              onOption={setOption}
              onChange={change}
            />
          </Suspense>
        </div>
        <Button
          variant="quiet"
          iconOnly
          aria-label={t('closeSearch')}
          onClick={onClose}
          className="my-0.5 pointer-coarse:my-0"
        >
          <X aria-hidden size={16} strokeWidth={1.75} />
        </Button>
      </form>
      <div id={`${helpId}-mistake`} className="text-12 text-broken" role="status" />
      {/* Their room is kept: they come with more code, and the way to save a search after them. */}
      <div className={filter.query === '' ? 'min-h-2' : 'min-h-9 pointer-coarse:min-h-13'}>
        <Suspense>
          <ScopeChips filter={filter} place={place} onChange={onChange} />
        </Suspense>
      </div>
    </div>
  )
})
