import { z } from 'zod'
import {
  highlightRequest,
  mediaPositionRequest,
  noteRequest,
  postingChange,
  postingDetail,
  postingNotes,
  postingPage,
  postingPageQuery,
  postingStates,
  postingsChange,
  savedPageRequest,
  statesRequest,
  storyRequest,
} from '#lib/api/postings/postings.ts'
import { queryCount, countQuery, markQueryReadRequest } from '#lib/api/lists/search.ts'
import {
  countsAllQuery,
  freshCount,
  freshCountQuery,
  unreadCounts,
  dayStrip,
  countsAnswer,
} from '#lib/api/lists/counts.ts'
import { markReadRequest, undoRequest, markReadResult } from '#lib/api/lists/mark-read.ts'
import { none, read, write, type Operations } from './operation.ts'

/** Postings: lists, texts, states, notes. */
export const reading: Operations = {
  'GET /postings': read('A list of articles, or the articles that a search finds', postingPage, {
    query: postingPageQuery,
    errors: ['bad_query'],
    sample: ({ folder }) => ({ query: { folderId: `${folder}`, show: 'unread', limit: '20' } }),
  }),
  'GET /postings/count': read('The number of articles that a search finds', queryCount, {
    query: countQuery,
    errors: ['bad_query'],
    sample: () => ({ query: { query: 'is:unread' } }),
  }),
  'GET /postings/day': read('Articles found in the last 24 hours, by quarter hours', dayStrip),
  'GET /postings/fresh': read('The number of unread articles in Fresh', freshCount, {
    query: freshCountQuery,
    sample: () => ({ query: { minutes: '30' } }),
  }),
  'GET /counts': read('Unread articles by list', unreadCounts),
  'GET /counts/all': read(
    'Unread articles by list, with Fresh and the last 24 hours if you ask for them',
    countsAnswer,
    {
      query: countsAllQuery,
      sample: () => ({ query: { fresh: '30', day: 'true' } }),
    },
  ),
  'GET /postings/{id}': read(
    'An article with its text, the bounds of its delay, and the reason for the check that found it',
    postingDetail,
    none,
  ),
  'PATCH /postings/{id}': write(
    'Marks an article as read, starred, saved for later or hidden; answers 204 to Prefer: return=minimal',
    postingDetail,
    {
      ...none,
      body: postingChange,
      sample: () => ({ body: { isStarred: true } }),
    },
  ),
  'POST /postings/state': write(
    'Makes the same change for up to 1,000 articles',
    z.object({ changed: z.number() }),
    {
      body: postingsChange,
      sample: ({ posting }) => ({ body: { ids: [posting], isRead: true } }),
    },
  ),
  'POST /postings/states': read(
    'The states of articles by their ids, without those that you may not read',
    postingStates,
    {
      body: statesRequest,
      sample: ({ posting }) => ({ body: { ids: [posting] } }),
    },
  ),
  'POST /postings/mark-read': write('Marks a list or a part of it as read', markReadResult, {
    body: markReadRequest,
    sample: ({ source, posting }) => ({ body: { sourceId: source, throughId: posting } }),
  }),
  'POST /postings/mark-read/query': write('Marks the articles that a search finds as read', markReadResult, {
    body: markQueryReadRequest,
    errors: ['bad_query'],
    sample: ({ posting }) => ({ body: { query: 'is:unread', throughId: posting } }),
  }),
  'POST /postings/mark-read/undo': write(
    'Undoes a mark-read within an hour',
    z.object({ restored: z.number() }),
    {
      body: undoRequest,
      errors: ['conflict'],
      sample: ({ undoToken }) => ({ body: { undoToken } }),
    },
  ),
  'GET /postings/{id}/chapters': read(
    'The chapters of a sound or film of an article',
    z.object({ chapters: z.array(z.object({ startMs: z.number(), title: z.string() })) }),
    { errors: ['not_found', 'opted_out', 'source_unreachable'] },
  ),
  'POST /postings/{id}/full-text': write('Loads the full text from the page of an article', postingDetail, {
    errors: ['not_found', 'opted_out', 'too_many_requests', 'unavailable'],
  }),
  'PUT /postings/{id}/media-position': write('Saves how far a sound or film was played', null, {
    ...none,
    body: mediaPositionRequest,
    sample: ({ enclosureUrl }) => ({ body: { url: enclosureUrl, positionMs: 60_000 } }),
  }),
  'PUT /postings/{id}/note': write('Writes a note on an article; an empty one removes it', postingNotes, {
    errors: ['not_found', 'storage_full'],
    body: noteRequest,
    sample: () => ({ body: { text: 'To be quoted.' } }),
  }),
  'POST /postings/{id}/highlights': write('Highlights words of a text', postingNotes, {
    errors: ['not_found', 'conflict', 'storage_full'],
    body: highlightRequest,
    sample: () => ({ body: { quote: 'Text', before: '', behind: '' } }),
  }),
  'DELETE /postings/{id}/highlights/{highlightId}': write('Removes a highlight', postingNotes, {
    ...none,
    sample: ({ highlight }) => ({ params: { highlightId: `${highlight}` } }),
  }),
  'PUT /postings/{id}/story': write('Shows the articles of a story separately, or as one', null, {
    ...none,
    body: storyRequest,
    sample: () => ({ body: { isSplit: true } }),
  }),
  'POST /saved-pages': write('Saves a web page with its text to Read later', postingDetail, {
    body: savedPageRequest,
    errors: ['too_many_requests', 'unavailable', 'storage_full'],
    sample: ({ site }) => ({ body: { url: `${site}/article` } }),
  }),
  'DELETE /saved-pages/{id}': write('Removes a saved page', null, none),
}
