import type { QueryError } from '#lib/search/query.ts'
import { useWords } from '#lib/words/use-words.tsx'

type SourceMistakesProps = {
  readonly id: string
  readonly text: string
  readonly errors: readonly QueryError[]
}

/** The mistakes in a search for sources: its text, underlined there, and a sentence for each. */
export function SourceMistakes({ id, text, errors }: SourceMistakesProps) {
  const t = useWords('search')
  return (
    <div id={id} role="status" className="basis-full not-empty:mb-1">
      {errors.length > 0 && (
        <p className="wrap-anywhere">
          <bdi>
            {piecesOf(text, errors).map((piece) =>
              piece.isWrong ? (
                <em
                  key={piece.at}
                  className="not-italic underline decoration-broken-solid decoration-wavy underline-offset-3"
                >
                  {piece.text}
                </em>
              ) : (
                piece.text
              ),
            )}
          </bdi>
        </p>
      )}
      {errors.map((error) => (
        <p key={error.at} className="text-12 text-broken">
          {t(error.code, error.values)}
        </p>
      ))}
    </div>
  )
}

type Piece = { readonly at: number; readonly text: string; readonly isWrong: boolean }

/** The text cut where a mistake begins or ends; they are in order and apart from each other. */
export function piecesOf(text: string, errors: readonly QueryError[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const error of errors) {
    const end = error.at + error.length
    pieces.push({ at, text: text.slice(at, error.at), isWrong: false })
    pieces.push({ at: error.at, text: text.slice(error.at, end), isWrong: true })
    at = end
  }
  return [...pieces, { at, text: text.slice(at), isWrong: false }].filter((piece) => piece.text !== '')
}
