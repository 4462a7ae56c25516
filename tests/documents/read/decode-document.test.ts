import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeDocument } from '#lib/documents/read/decode-document.ts'

test('a byte order mark outranks a label, even where a character was cut', () => {
  const body = Buffer.concat([Buffer.from('\uFEFFGrüße '), Buffer.from([0xe2, 0x82])])
  expect(decodeDocument(body, 'text/xml; charset=iso-8859-1')).toBe('Grüße \uFFFD')
})

test.each([
  ['iso-2022-jp', '1b244234413b7a1b2842', '漢字'],
  ['x-euc-jp', 'b4c1bbfa', '漢字'],
  ['x-mac-roman', '8e', 'é'],
])('%s is read as browsers do', (label, hex, text) => {
  const body = Buffer.from(hex, 'hex')
  expect(decodeDocument(body, `text/xml; charset=${label}`)).toBe(text)
})

test.each([
  ['UTF-16', 'fffe3c0064dc3e00'],
  ['UTF-32', '0000feff0000003c0000dc640000003e'],
])('half of a surrogate pair in %s is a character that cannot be read', (_, hex) => {
  expect(decodeDocument(Buffer.from(hex, 'hex'), null)).toBe('<\uFFFD>')
})

test.each([
  ['windows-1251', 'Сьогодні у Києві відбулося засідання уряду, на якому обговорювали нові закони'],
  ['windows-1251', 'Данас је у Београду одржана седница владе, на којој су разматрани нови закони'],
  ['koi8-u', 'Сьогодні у Києві відбулося засідання уряду, на якому обговорювали нові закони'],
  ['windows-1252', 'L’été dernier, les élèves français ont reçu des résultats inférieurs à ceux espérés'],
  ['windows-874', 'นายกรัฐมนตรีกล่าวว่า รัฐบาลจะเดินหน้าโครงการรถไฟความเร็วสูงต่อไป แม้จะมีเสียงคัดค้าน'],
  ['windows-874', 'ผลการแข่งขันฟุตบอลเมื่อคืนนี้ ทีมเจ้าบ้านชนะไปด้วยคะแนนสองประตูต่อหนึ่ง'],
  ['windows-1253', 'Ο πρωθυπουργός ανακοίνωσε σήμερα νέα μέτρα για την οικονομία της χώρας'],
  ['windows-1254', 'Başbakan bugün yaptığı açıklamada ülkenin ekonomik büyümesi için yeni önlemler açıkladı'],
  ['windows-1255', 'ראש הממשלה הודיע היום על צעדים חדשים לחיזוק הכלכלה ולשיפור מערכת החינוך בארץ'],
  ['windows-1256', 'أعلن رئيس الوزراء اليوم عن إجراءات جديدة لدعم الاقتصاد وتحسين التعليم في البلاد'],
  ['windows-1257', 'Ministru prezidents šodien paziņoja par jauniem pasākumiem ekonomikas attīstībai'],
  [
    'windows-1257',
    'Ministras pirmininkas šiandien pranešė apie naujas priemones šalies ūkio plėtrai ir švietimui',
  ],
  ['windows-1258', 'Thủ tướng hôm nay công bố các biện pháp mới để thúc đẩy kinh tế'],
  ['windows-1250', 'Premier ogłosił dzisiaj nowe środki wspierające gospodarkę'],
  [
    'windows-1250',
    'A miniszterelnök ma új intézkedéseket jelentett be a gazdaság élénkítésére, őszinte örömmel',
  ],
  ['windows-1252', 'Gestern kündigte der Präsident aus Malmö eine Café-Größe für 5 m³ an, 20 °C'],
  [
    'windows-1252',
    'Forsætisráðherra kynnti í dag nýjar aðgerðir til að styrkja efnahaginn og bæta menntun, þótti',
  ],
  ['windows-1252', 'El niño comió piñas: ¿cuánto costará el pingüino?'],
])('%s without a word is recognised by its letters: %s', (encoding, words) => {
  const item = `<item><title>${words}</title><pubDate>Fri, 03 May 2024 10:00:00 GMT</pubDate></item>`
  const body = iconv.encode(`<rss><channel>${item.repeat(4)}</channel></rss>`, encoding)
  expect(decodeDocument(body, 'application/xml; charset=utf-8')).toContain(words)
})
