'use client'

import { Field, TextInput } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/select.tsx'
import type { SubscribeRequest } from '#lib/api/sources/subscriptions.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { longestName } from '#lib/text/names.ts'

export type FolderChoiceValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'existing'; readonly id: number }
  | { readonly kind: 'new'; readonly name: string }

export const noFolder: FolderChoiceValue = { kind: 'none' }

/** The part of a subscription that says its folder. */
export function folderOf(choice: FolderChoiceValue): Pick<SubscribeRequest, 'folderId' | 'folderName'> {
  if (choice.kind === 'existing') return { folderId: choice.id }
  return choice.kind === 'new' && choice.name.trim() !== '' ? { folderName: choice.name.trim() } : {}
}

type FolderChoiceProps = {
  readonly value: FolderChoiceValue
  /** The server's words about the folder. */
  readonly error?: string | null
  readonly onChange: (value: FolderChoiceValue) => void
}

/** None, one of the subscriber's folders, or a new one by name. */
export function FolderChoice({ value, error = null, onChange }: FolderChoiceProps) {
  const t = useWords('sources')
  const folders = useFolders()
  function choose(text: string) {
    if (text === 'none') return onChange(noFolder)
    if (text === 'new') return onChange({ kind: 'new', name: '' })
    onChange({ kind: 'existing', id: Number(text) })
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('folder')} error={value.kind === 'new' ? null : error}>
        <Select
          value={value.kind === 'existing' ? String(value.id) : value.kind}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="none">{t('noFolder')}</option>
          {(folders.data ?? []).map((folder) => (
            <option key={folder.id} value={String(folder.id)}>
              {folder.name}
            </option>
          ))}
          <option value="new">{t('newFolderChoice')}</option>
        </Select>
      </Field>
      {value.kind === 'new' && (
        <Field label={t('newFolderName')} error={error}>
          <TextInput
            value={value.name}
            maxLength={longestName.folder}
            required
            onChange={(event) => onChange({ kind: 'new', name: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
