import { ArrowDown, ArrowUp } from 'lucide-react'
import { MenuItem } from '#components/ui/open/menu.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { TreeRow } from './plan-drop.ts'
import { useSteps } from './use-drop.ts'

const icon = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const

type StepItemsProps = { readonly row: TreeRow; readonly name: string }

/** The own order without dragging, for keys and fingers. */
export function StepItems({ row, name }: StepItemsProps) {
  const t = useWords('organising')
  const { up, down } = useSteps(row, name)
  return (
    <>
      <MenuItem disabled={up === null} onSelect={() => up?.()}>
        <ArrowUp {...icon} /> {t('moveUp')}
      </MenuItem>
      <MenuItem disabled={down === null} onSelect={() => down?.()}>
        <ArrowDown {...icon} /> {t('moveDown')}
      </MenuItem>
    </>
  )
}
