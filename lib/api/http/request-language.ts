import { languageOfRequest, type Language } from '#lib/words/languages.ts'

const ofReaders = new WeakMap<Request, Language>()

/** Says in which language somebody reads who is signed in and sends this request; null: none was chosen. */
export function noteLanguage(request: Request, language: Language | null): void {
  if (language !== null) ofReaders.set(request, language)
}

/** The language of answers to a request: the one that its reader chose, as on pages, else that of the browser. */
export function languageOf(request: Request): Language {
  return ofReaders.get(request) ?? languageOfRequest(request.headers)
}
