'use client'

import {
  cloneElement,
  lazy,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactElement,
} from 'react'
import { useWords } from '#lib/words/use-words.tsx'
import { showError } from './toast.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>
/** The handle that opens a part or closes it. */
type Opened = {
  readonly trigger?: ReactElement<{ readonly onClick?: () => void }>
  readonly onClose?: () => void
}

/**
 * A part whose code comes when it is first drawn. Where it does not come (offline, and not kept yet) the page stays: what
 * somebody opens stays closed and tries again when it is opened again; other parts say so in their place (`isNoted`), or
 * are left out.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  isNoted = false,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => missingPart(load, isNoted)) }))
}

function missingPart<Props extends object>(load: Load<Props>, isNoted: boolean): ComponentType<Props> {
  return function MissingPart(props: Props) {
    const t = useWords('common')
    const { trigger, onClose }: Opened = props
    const [tries, setTries] = useState(0)
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const onMissing = useEffectEvent(() => {
      if (trigger !== undefined || onClose !== undefined) showError(t('partMissing'))
      onClose?.()
    })
    useEffect(() => {
      load().then(
        (part) => setPart(() => part),
        () => onMissing(),
      )
    }, [tries])
    if (Part !== null) return <Part {...props} />
    if (trigger !== undefined) return cloneElement(trigger, { onClick: () => setTries(tries + 1) })
    return isNoted ? <p className="p-6 text-13 text-ink-2">{t('partMissing')}</p> : null
  }
}
