'use client'

import { Check, Copy, Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#components/ui/form/button.tsx'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { followEdges, paneRoom, widen, type WideBlock } from './wide-blocks.ts'

const icon = { 'aria-hidden': true, size: 14, strokeWidth: 1.75 } as const

const leastGainPx = 40

/** The tools of a block of code or of a table, in the frame around it. */
export function BlockTools({ wide }: { readonly wide: WideBlock }) {
  const { block } = wide
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    // A pane that is hardly wider than the text, as on phones, is no help.
    const mayHelp = () => paneRoom(block) > block.clientWidth + leastGainPx
    return followEdges(wide, (overflows) => {
      // While a table is wide, its button stays: it may have the focus.
      if (wide.frame.style.width === '') setCut(overflows && mayHelp())
    })
  }, [wide, block])
  return createPortal(
    wide.kind === 'code' ? <CopyTool block={block} /> : <WidenTool wide={wide} isCut={isCut} />,
    wide.tools,
  )
}

/** A toast says that it worked, as the button does by its icon: words here would be read as part of the text. */
function CopyTool({ block }: { readonly block: HTMLElement }) {
  const t = useWords('text')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      // As it is drawn: some publishers end lines by elements.
      await navigator.clipboard.writeText(block.innerText)
      setCopied(true)
      showToast(t('codeCopied'))
    } catch {
      // Plain http has no clipboard, and a browser may refuse: the code can still be selected.
      showError(t('codeNotCopied'))
    }
  }
  const name = t('copyCode')
  return (
    <Button size="small" iconOnly aria-label={name} title={name} onClick={() => void copy()}>
      {isCopied ? <Check {...icon} /> : <Copy {...icon} />}
    </Button>
  )
}

type WidenToolProps = { readonly wide: WideBlock; readonly isCut: boolean }

/** Stands there only where a table is cut and its pane has more room. */
function WidenTool({ wide, isCut }: WidenToolProps) {
  const t = useWords('text')
  const [isWide, setWide] = useState(false)
  const { block } = wide
  useEffect(() => {
    if (!isWide) return
    const fit = () => widen(wide, paneRoom(block))
    fit()
    window.addEventListener('resize', fit)
    return () => {
      window.removeEventListener('resize', fit)
      widen(wide, null)
    }
  }, [wide, block, isWide])
  if (!isWide && !isCut) return null
  const name = isWide ? t('narrowTable') : t('widenTable')
  return (
    <Button
      size="small"
      iconOnly
      aria-label={name}
      title={name}
      aria-pressed={isWide}
      onClick={() => setWide(!isWide)}
    >
      {isWide ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />}
    </Button>
  )
}
