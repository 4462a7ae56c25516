'use client'

import { Field, TextInput } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { useFolders } from '#lib/queries/folders.ts'

export type FolderChoiceValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'existing'; readonly id: number }
  | { readonly kind: 'new'; readonly name: string }

export const noFolder: FolderChoiceValue = { kind: 'none' }

type FolderChoiceProps = {
  readonly value: FolderChoiceValue
  readonly onChange: (value: FolderChoiceValue) => void
}

/** None, one of the subscriber's folders, or a new one by name. */
export function FolderChoice({ value, onChange }: FolderChoiceProps) {
  const folders = useFolders()
  function choose(text: string) {
    if (text === 'none') return onChange(noFolder)
    if (text === 'new') return onChange({ kind: 'new', name: '' })
    onChange({ kind: 'existing', id: Number(text) })
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Folder">
        <Select
          value={value.kind === 'existing' ? String(value.id) : value.kind}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="none">No folder</option>
          {(folders.data ?? []).map((folder) => (
            <option key={folder.id} value={String(folder.id)}>
              {folder.name}
            </option>
          ))}
          <option value="new">New folder…</option>
        </Select>
      </Field>
      {value.kind === 'new' && (
        <Field label="Name of the new folder">
          <TextInput
            value={value.name}
            maxLength={100}
            required
            onChange={(event) => onChange({ kind: 'new', name: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
