'use client'

import { useFolders } from '#lib/queries/organising/folders.ts'
import { useLanguage, useWords } from '#lib/words/use-words.tsx'
import { buildTree } from './build-tree.ts'
import { ChoiceDialog } from './choice-dialog.tsx'
import { flattenFolders } from './plan-drop.ts'

type FolderDialogProps = {
  readonly title: string
  readonly button: string
  readonly hint?: string
  /** The folder it is in now; undefined: in several places. */
  readonly current?: number | null | undefined
  /** Cannot be chosen, nor what is inside it. */
  readonly withoutId?: number
  /** Whether no folder at all may be chosen. */
  readonly hasTop?: boolean
  readonly onChoose: (folderId: number | null, name: string | null) => void
  readonly onClose: () => void
}

/** Asks for one of the folders, as they stand in each other. */
export function FolderDialog({ withoutId, hasTop = true, onChoose, ...rest }: FolderDialogProps) {
  const t = useWords('organising')
  const folders = useFolders().data ?? []
  const collator = new Intl.Collator(useLanguage())
  const tree = buildTree({
    folders,
    subscriptions: [],
    counts: undefined,
    collator,
    settings: { order: 'name', shown: 'all' },
  })
  const choices = flattenFolders(tree, 0, withoutId ?? null).map(({ branch: { folder }, depth }) => ({
    id: folder.id,
    name: folder.name,
    depth,
  }))
  return (
    <ChoiceDialog
      {...rest}
      findHint={t('findFolder')}
      choices={hasTop ? [{ id: null, name: t('noFolder') }, ...choices] : choices}
      onChoose={({ id, name }) => onChoose(id, id === null ? null : name)}
    />
  )
}
