'use client'

import { Merge, PenLine, Rss } from 'lucide-react'
import Link from 'next/link'
import { Menu, MenuItem, MenuLine } from '#components/ui/open/menu.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { LabelItem } from '#lib/api/organising/organising.ts'
import { useDeleteLabel, useMergeLabels, useRenameLabel } from '#lib/queries/organising/label-acts.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import { deletedWords } from './deleted-words.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { PointTrigger, useMenuActs, type MenuPlace } from './menu-place.tsx'
import { NameDialog } from './name-dialog.tsx'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const

type Act = 'rename' | 'merge' | 'delete'
type LabelMenuProps = { readonly label: LabelItem; readonly place: MenuPlace; readonly onClose: () => void }

/** Everything that can be done with a label. */
export function LabelMenu({ label, place, onClose }: LabelMenuProps) {
  const t = useWords('organising')
  const { choose, onOpenChange, ...more } = useMenuActs<Act>(onClose)
  return (
    <>
      <Menu
        trigger={PointTrigger(place)}
        align="start"
        defaultOpen
        returnTo={place.returnTo}
        onOpenChange={onOpenChange}
      >
        <MenuItem onSelect={() => choose('rename')}>
          <PenLine {...icon} /> {t('renameForMe')}
        </MenuItem>
        <MenuItem onSelect={() => choose('merge')}>
          <Merge {...icon} /> {t('mergeInto')}
        </MenuItem>
        <MenuItem asChild>
          <Link href={`/settings/connections?label=${label.id}#outputs`} prefetch={false}>
            <Rss {...icon} /> {t('feedAddress')}
          </Link>
        </MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => choose('delete')}>
          {t('deleteLabelMenu')}
        </MenuItem>
      </Menu>
      <LabelDialogs label={label} {...more} />
    </>
  )
}

type DialogsProps = { readonly label: LabelItem; readonly act: Act | null; readonly done: () => void }

function LabelDialogs({ label, act, done }: DialogsProps) {
  const t = useWords('organising')
  const rename = useRenameLabel()
  const merge = useMergeLabels()
  const remove = useDeleteLabel()
  const labels = useLabels().data ?? []
  switch (act) {
    case 'rename':
      return (
        <NameDialog
          title={t('renameOf', { name: label.name })}
          label={t('name')}
          button={t('rename')}
          startName={label.name}
          kind="label"
          open
          onOpenChange={done}
          onSave={(name) => rename.mutateAsync({ id: label.id, name })}
        />
      )
    case 'merge':
      return (
        <ChoiceDialog
          title={t('mergeOf', { name: label.name })}
          button={t('merge')}
          findHint={t('findLabel')}
          choices={labels.filter((each) => each.id !== label.id)}
          onChoose={({ id, name }) => {
            if (id === null) return
            // The dialog is gone before the answer comes; what `mutate` is told to call then would be dropped with it.
            merge
              .mutateAsync({ id: label.id, intoId: id })
              .then(() => showToast(t('mergedInto', { name: label.name, into: name })))
              .catch((error: unknown) => showError(t('notSaved'), error))
          }}
          onClose={done}
        />
      )
    case 'delete':
      return (
        <DeleteDialog
          title={t('deleteLabel', { name: label.name })}
          hint={t('deleteLabelHint', { sources: label.subscriptions, postings: label.postings })}
          button={t('deleteLabelMenu')}
          onDelete={() =>
            void remove
              .mutateAsync(label.id)
              .then((asking) => showToast(deletedWords(t, t('labelDeleted', { name: label.name }), asking)))
              .catch((error: unknown) => showError(t('notSaved'), error))
          }
          onClose={done}
        />
      )
    default:
      return act satisfies null
  }
}
