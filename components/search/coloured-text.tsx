import { useEffect, useRef, type RefObject } from 'react'
import { cn } from '#components/ui/class-names.ts'
import type { QueryPiece } from './query-pieces.ts'

/** Widths must not differ from the field's, so only colours do. */
const looks: Readonly<Record<QueryPiece['kind'], string>> = {
  word: 'text-ink',
  phrase: 'text-ink bg-deep',
  field: 'text-ink-3',
  value: 'text-ink bg-deep',
  operator: 'text-ink-3',
  parenthesis: 'text-ink-3',
  ignored: 'text-ink-3',
  blank: '',
}

type ColouredTextProps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly pieces: readonly QueryPiece[]
}

/** Lies over the field, whose own text is transparent, and scrolls with it. */
export function ColouredText({ input, pieces, text }: ColouredTextProps) {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = input.current
    const follow = () => layer.current?.scrollTo(field?.scrollLeft ?? 0, 0)
    follow()
    field?.addEventListener('scroll', follow)
    return () => field?.removeEventListener('scroll', follow)
  }, [input, text])
  return (
    <div
      ref={layer}
      aria-hidden
      className="pointer-events-none absolute start-9 end-3 top-px flex h-[34px] items-center overflow-hidden text-14 whitespace-pre forced-colors:hidden pointer-coarse:h-[42px] pointer-coarse:text-16"
    >
      <span>
        {pieces.map((piece) => (
          <span
            key={piece.at}
            className={cn(
              'rounded-[2px]',
              looks[piece.kind],
              piece.isWrong && 'underline decoration-broken-solid decoration-wavy underline-offset-3',
            )}
          >
            {piece.text}
          </span>
        ))}
      </span>
    </div>
  )
}
