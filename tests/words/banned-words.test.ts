import { describe, expect, it } from 'vitest'
import type { Language } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'
import { spokenForms } from '#lib/words/spoken-forms.ts'

/** Wording that strangers misread, and the wording that the screens use instead. A setting's name, like POLL_CONCURRENCY, stays. */
const banned: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\b(re)?poll(s|ed|ing)?\b/i, 'check'],
    [/\bon paper\b/i, 'shadow policy'],
    [/\bwish(es|ed)?\b/i, 'limit, urgent mark, ask for'],
    [/\bat least are\b|\bare kept at least\b(?! as)/i, 'are always kept'],
    [/\b(are|is|be) told of|told of nothing|\btell me of\b/i, 'notify'],
    [/\btold in the page\b/i, 'appear here'],
    [/\bmove out\b/i, 'export'],
    [/\bbring a list\b/i, 'import'],
    [/\bfor good\b(?! days)/i, 'permanently, forever'],
    [/\bin force at once\b/i, 'changes apply immediately'],
    [/\bsecond (step|factor)\b/i, 'two-factor authentication'],
    [/\bmake the first account\b/i, 'create your account'],
    [/\bdo not belong together\b/i, 'wrong e-mail or password'],
    [/\bnobody listens\b/i, 'say when the next check is'],
    [/\bwas given up\b/i, 'took too long to answer'],
    [/\bkept for later\b/i, 'saved for later'],
    [/\bstands? (first|further|here)\b/i, 'comes first'],
    [/\bgo on\b/i, 'continue'],
    [/\bhow soon it is told\b/i, 'delay'],
    [/\bgranted\b/i, 'planned'],
    [/\bwithout a title\b/i, 'the first words of the text'],
    [/\bnothing has (this name|these words)\b/i, 'no results'],
    [/\bknows you\b|\blet us in\b/i, 'connected, could not sign in'],
    [/\bof the literature\b|\bfrom the literature\b/i, 'from research'],
    [/\bkeep list\b/i, 'only show words'],
    [/\bpresent password\b/i, 'current password'],
    [/\bgreatest (time|chance|staleness)\b/i, 'longest, maximum'],
    [/\bbegin(s)? late\b/i, 'are running late'],
    [/\bwhich is the most\b/i, 'You can have … at most'],
    [/\bthe wish of\b/i, 'limit'],
    [/\b90\s% within\b/i, '9 in 10 within'],
    [/\bfound in time\b/i, 'found within …: in time for what?'],
    [/^no answer$|got no answer/i, 'failed: most failures are answers'],
    [/\btaken? back\b/i, 'undo, revoke'],
    [/\bchecks …/i, 'Checks: … (a rate cannot follow a verb)'],
    [/\bbrings? (nothing|anything) now\b/i, 'not working'],
    // Nobody knows the admin of a public server. At home it may be the reader.
    [/\b(ask|tell) [^.:]*\badmin\b|\ban admin can\b/i, 'whoever runs this server'],
  ],
  de: [
    [/\bmelden\b|\bMeldungen\b/i, 'benachrichtigen'],
    [/\bMitteilung/, 'Benachrichtigung'],
    [/\bausziehen\b/i, 'exportieren'],
    [/\bQuellen?\b/, 'Feed'],
    [/\bListe mitbringen\b/i, 'importieren'],
    [/\berst umsehen\b/i, 'Vorschläge ansehen'],
    [/\b(aufs|auf dem|vom) papier\b/i, 'Schattenlauf'],
    [/\bPolls?\b|\bgepollt\b|\bpollen\b|\bAbfragen\b/, 'Abruf'],
    [/\bHerausgeber/i, 'Anbieter'],
    [/\bVersprechen\b/i, 'Zusage'],
    [/\bVerfahren\b/i, 'Strategie'],
    [/\bEtikett/i, 'Label'],
    [/\bBehaltliste/i, 'Positivliste'],
    [/\bmalnehmen\b/i, 'multiplizieren'],
    [/\bKennw(o|ö)rt/i, 'Passwort'],
    [/\bArtikel/i, 'Beitrag'],
    [/\b(die|seine) Verwaltung\b(?! der)/i, 'der Admin'],
    [/\b90\s% (bis|binnen)\b/i, '9 von 10 in höchstens'],
    [/\bAusgabe-Feeds?\b/i, 'Eigene Feeds'],
    [/\bAnbindung/i, 'Dienste'],
    [/\bzweite[rn]? Schritt\b/i, 'Zwei-Faktor-Anmeldung'],
    [/\bderzeitig/i, 'aktuell'],
    [/\bErsatzcodes?\b/i, 'Wiederherstellungscodes'],
    [/\bgewährt\b/i, 'geplant'],
    [/\bHälfte bis\b|\bHälfte binnen\b/i, 'die Hälfte in höchstens'],
    [/\bgehören nicht zusammen\b/i, 'E-Mail-Adresse oder Passwort ist falsch'],
    [/\bmit Serifen\b|\bohne Serifen\b/i, 'Serifen, Serifenlos'],
    [/\bheißt so\b|\bNichts passt\b/i, 'Keine Treffer'],
    [/\bDas ist alles\b/i, 'Ende der Liste'],
    [/\baus der Literatur\b/i, 'aus der Forschung'],
    [/\bwurden? nicht geladen\b/i, 'konnte nicht geladen werden'],
    [/\bvereinen\b|\bvereint\b/i, 'zusammenführen'],
    [/\bNur-Liste/i, 'Positivliste'],
    [/\bzurückgenommen\b|\bzurücknehmen\b/i, 'rückgängig machen, widerrufen'],
    [/\b(frag|bitte)\b[^.:]*\bAdmin\b|\bEin Admin kann\b/i, 'wer diesen Server betreibt'],
  ],
  fr: [
    [/\bpoll(s|er|ing)?\b/i, 'vérification'],
    [/\bsondages?\b|\bscrut/i, 'vérification'],
    [/\b(syndication|fil RSS)\b/i, 'flux'],
    [/\bpour de bon\b/i, 'définitivement'],
    [/(?<!\{)\bsources?\b/i, 'flux'],
    [
      /(demandez|adressez|écrivez)[^.:]*\badministrateur\b|\bun admin peut\b/i,
      'la personne qui gère ce serveur',
    ],
    [
      /\b(une|la|sa|cette|aucune|toutes les) flux\b|\bflux (vérifi|mesur|trouv|sélectionn|affich|déplac)ée/i,
      'un flux',
    ],
    // The names of fields and searches stay as they are typed.
    [
      /(?<![\u00a0\u202f])[?!;»]|«(?![\u00a0\u202f])|(?<![\u00a0\u202f]|^\S+|\b(?:in|from|is|label|mailto|agent|Authorization|A-IM)):(?= |$)/u,
      'a no-break space before double signs',
    ],
  ],
  es: [
    [/\bpoll(s|ing)?\b/i, 'comprobación'],
    [/\bsondeo/i, 'comprobación'],
    [/\busted\b/i, 'tú'],
    [/\bfuentes?\b/i, 'feed'],
    [/\b(pide|pregunta|díselo)\b[^.:]*\badministrador\b|\bun admin puede\b/i, 'quien gestiona este servidor'],
    [/\b(una|la|las|esta|otra|ninguna) feeds?\b|\bfeeds? \p{L}{2,}(ada|ida)s?\b/iu, 'un feed'],
  ],
  pt: [
    [/\bpoll(s|ing)?\b/i, 'verificação'],
    [/\bsondage/i, 'verificação'],
    [/\b(ficheiro|ecrã|palavra-passe|utilizador)/i, 'arquivo, tela, senha, usuário'],
    [/\bo senhor\b/i, 'você'],
    [/\b(fale|peça)\b[^.:]*\badministrador\b|\bum admin pode\b/i, 'quem administra este servidor'],
    [/\bfontes?\b(?! do texto|, tamanho)/i, 'feed'],
    [/\b(uma|da|das|na|nas|esta|própria|nenhuma) feeds?\b|\bfeeds? \p{L}{2,}(ada|ida)s?\b/iu, 'um feed'],
  ],
  ja: [
    [/ポーリング|ポール/, 'チェック'],
    [/あなた/, 'no pronoun'],
    [/下さい/, 'ください'],
    [/ソース/, 'フィード'],
    [/発行者/, '配信元'],
    [/ブラウザー/, 'ブラウザ'],
    [/管理者に[^。]*(依頼|問い合わせ|連絡)|管理者が許可/, 'サーバーの運営者'],
  ],
}

/** A number and its unit stay on one line. */
const unitApart = /[\d…] (ms|s|min|h|[kMG]?B|[kMG]o|px|%)(?![\p{L}\d])/u
/** Numbers and names of protocols. Who reads a feed does not know them; a status stands apart from the sentence (HttpStatus). */
const codes = /\bHTTP\b|[(（]\d{3}[)）]|\bE[A-Z]{7,}\b|\b(TLS|SMTP|MIME|DNS|NTP)\b|Idempotency-Key/
/** Pages for publishers and programmers, and what only programs or the people who run a server can be told. */
const isForExperts = (at: string) =>
  /^(about|api)\./.test(at) ||
  ['common.httpStatus', 'errors.badKey', 'errors.keyReused'].includes(at) ||
  /^admin\.warn\w+Do$/.test(at)
/** The words by which the palette finds a page, in whatever word somebody types. No screen shows them. */
const isOnlySearched = (key: string) => key.endsWith('FoundBy')

const languages = Object.keys(banned) as Language[]

describe.each(languages)('the texts in %s', (language) => {
  const texts = Object.entries(messageFiles[language]).flatMap(([area, messages]) =>
    Object.entries<string>(messages)
      .filter(([key]) => !isOnlySearched(key))
      .flatMap(([key, message]) =>
        spokenForms(message).map((text) => ({ at: `${area}.${key}`, text: text.replace(/‹\w+›/g, '…') })),
      ),
  )

  it('keep a number and its unit together', () => {
    expect(texts.filter(({ text }) => unitApart.test(text))).toEqual([])
  })

  it('say what went wrong without codes', () => {
    expect(texts.filter(({ at, text }) => codes.test(text) && !isForExperts(at))).toEqual([])
    const withNumber = Object.entries(messageFiles[language]).flatMap(([area, messages]) =>
      Object.entries<string>(messages).flatMap(([key, message]) =>
        /\{(status|id)\}/.test(message) ? [`${area}.${key}`] : [],
      ),
    )
    // A label at a control, the figures of a tried request, and the status that stands apart.
    expect(withNumber.toSorted()).toEqual(['admin.invitationName', 'api.answered', 'common.httpStatus'])
  })

  it.each(banned[language])('do not say %s (better: %s)', (wrong) => {
    expect(texts.filter(({ text }) => wrong.test(text))).toEqual([])
  })
})

it('sees the words of each form of a message, and not the names of its values', () => {
  expect(
    spokenForms(
      'A {n, plural, one {# poll} other {<b>checks {polls}</b>}} of {x, select, a {it} other {{y}}}',
    ),
  ).toEqual(['A ‹number› poll of it', 'A checks ‹polls› of ‹y›'])
  expect(spokenForms('{polls, number} a day')).toEqual(['‹polls› a day'])
})
