'use client'

import { useWords } from '#lib/words/use-words.tsx'
import { Button } from './button.tsx'

type SaveOrCancelProps = {
  readonly disabled: boolean
  readonly size?: 'small'
  readonly onCancel: () => void
}

/** The buttons that end a form: one submits it, the other gives it up. */
export function SaveOrCancel({ disabled, size, onCancel }: SaveOrCancelProps) {
  const t = useWords('common')
  return (
    <>
      <Button type="submit" size={size} variant="solid" disabled={disabled}>
        {t('save')}
      </Button>
      <Button size={size} variant="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </>
  )
}
