'use client'

import { Search } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { useDeferredValue, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { saidKey } from '#components/reading/keys/key-bindings.ts'
import { cn } from '#components/ui/class-names.ts'
import { Key } from '#components/ui/form/key.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { commandGroups, matchCommands, type Command, type CommandGroup } from './commands.ts'
import { readUsed, rememberUsed } from './used-commands.ts'
import { useCommands } from './use-commands.tsx'

const leaveKey = 'Esc'
/** As many as are in sight: the palette comes with them, and the others follow when there is time. */
const firstDrawn = 12

/** One field for all that can be done or gone to. The field keeps the focus; arrows choose, Enter does. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('palette')
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0.15_0.02_245/0.45)] data-[state=open]:animate-appear" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[12dvh] z-50 mx-auto flex max-h-[min(480px,76dvh)] w-[min(600px,calc(100vw-24px))] flex-col overflow-hidden rounded-3 bg-raised shadow-dialog data-[state=open]:animate-appear"
        >
          <Radix.Title className="sr-only">{t('title')}</Radix.Title>
          <Commands onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Commands({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('palette')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [usedIds] = useState(readUsed)
  const shown = matchCommands(useCommands(typed), typed, usedIds)
  const index = Math.min(chosen, Math.max(0, shown.length - 1))
  const drawn = shown.slice(0, Math.max(firstDrawn, useDeferredValue(shown.length, firstDrawn)))

  const names: Readonly<Record<CommandGroup, string>> = {
    lastUsed: t('lastUsed'),
    goTo: t('goTo'),
    places: t('places'),
    do: t('do'),
    settings: t('settings'),
    admin: t('shell.admin'),
    search: t('search'),
  }

  function run(command: Command) {
    if (command.group !== 'search') rememberUsed(command.id)
    onClose()
    // After the dialog has given the focus back: some commands take it elsewhere.
    setTimeout(command.run)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || shown.length === 0) return
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: shown.length - 1 }[event.key]
    const current = shown[index]
    if (next !== undefined) setChosen((next + shown.length) % shown.length)
    else if (event.key === 'Enter' && current !== undefined) run(current)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden size={17} strokeWidth={1.75} className="shrink-0 text-ink-3" />
        <input
          role="combobox"
          aria-label={t('field')}
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? `${id}-${index}` : undefined}
          aria-autocomplete="list"
          placeholder={t('field')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-ink-3"
        />
        <Key>{leaveKey}</Key>
      </div>
      <p role="status" className="px-4 text-13 text-ink-2 not-empty:py-5">
        {shown.length === 0 ? t('nothing') : ''}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('results')}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {commandGroups.map((group) => (
          <Group
            key={group}
            id={id}
            name={names[group]}
            commands={drawn}
            group={group}
            index={index}
            onRun={run}
          />
        ))}
      </div>
    </>
  )
}

type GroupProps = {
  readonly id: string
  readonly name: string
  readonly group: Command['group']
  readonly commands: readonly Command[]
  readonly index: number
  readonly onRun: (command: Command) => void
}

function Group({ id, name, group, commands, index, onRun }: GroupProps) {
  if (!commands.some((command) => command.group === group)) return null
  return (
    <div role="group" aria-labelledby={`${id}-${group}`}>
      <p id={`${id}-${group}`} className="px-2.5 pt-2 pb-1 text-11 font-[600] text-ink-3">
        {name}
      </p>
      {commands.map((command, place) =>
        command.group === group ? (
          <Option
            key={command.id}
            id={`${id}-${place}`}
            command={command}
            isChosen={place === index}
            onRun={onRun}
          />
        ) : null,
      )}
    </div>
  )
}

type OptionProps = Pick<GroupProps, 'id' | 'onRun'> & {
  readonly command: Command
  readonly isChosen: boolean
}

function Option({ id, command, isChosen, onRun }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <button
      ref={element}
      id={id}
      type="button"
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={() => onRun(command)}
      className={cn(
        'flex h-9 w-full items-center gap-2.5 rounded-2 px-2.5 text-start text-13 text-ink pointer-coarse:h-11',
        isChosen ? 'bg-pressed' : 'hover:bg-hover',
      )}
    >
      {command.icon}
      <bdi className="min-w-0 flex-1 truncate">{command.name}</bdi>
      {command.kind === undefined ? null : <span className="text-12 text-ink-3">{command.kind}</span>}
      {command.keys?.map((key) => (
        <Key key={key}>{saidKey(key)}</Key>
      ))}
    </button>
  )
}
