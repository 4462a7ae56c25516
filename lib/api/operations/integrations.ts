import { z } from 'zod'
import {
  integrationChange,
  integrationItem,
  integrationRequest,
  integrationTest,
  sendItem,
  sendPage,
  sendRequest,
  sendsQuery,
} from '#lib/api/integrations/integrations.ts'
import { read, write, type Operations } from './operation.ts'

const none = { errors: ['not_found'] } as const
const linkding = { kind: 'linkding', name: 'Links', url: 'https://links.example.org', token: 'a token' }

/** Postings that are saved elsewhere. Tokens and passwords are taken, and never told again. */
export const integrations: Operations = {
  'GET /integrations': read(
    'Where postings can be sent',
    z.strictObject({ integrations: z.array(integrationItem) }),
  ),
  'POST /integrations': write('Adds an account at another service', integrationItem, {
    body: integrationRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict'],
    sample: () => ({ body: linkding }),
  }),
  'PATCH /integrations/{id}': write(
    'Changes one; at another server its secrets have to be given again',
    integrationItem,
    { ...none, body: integrationChange, sample: () => ({ body: { name: 'Other links' } }) },
  ),
  'DELETE /integrations/{id}': write('Removes one, with what waits for it', null, none),
  'POST /integrations/{id}/test': write('Signs in there, and saves nothing', integrationTest, {
    errors: ['not_found', 'too_many_requests'],
    without: 'the service',
  }),
  'GET /integrations/sends': read('What was sent and what became of it, the newest first', sendPage, {
    query: sendsQuery,
  }),
  'POST /postings/{id}/send': write('Sends a posting to be saved elsewhere; never twice', sendItem, {
    body: sendRequest,
    status: 202,
    errors: ['not_found', 'conflict'],
    sample: ({ integration: integrationId }) => ({ body: { integrationId } }),
  }),
}
