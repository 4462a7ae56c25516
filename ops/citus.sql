-- Skylark's tables on Citus (PostgreSQL over many machines): psql -1 -v ON_ERROR_STOP=1 -f ops/citus.sql DATABASE_URL
-- On a migrated database without traffic, once. NOT RUN with Citus so far: tests/launch/citus.test.ts runs it with functions that
-- note what they are asked, and checks by the catalogue what Citus asks for: each table has one place, each key of a distributed
-- table holds its column, and foreign keys join only rows of one machine, or lead to reference tables.
--
-- What Citus takes away, and what stands in for it:
-- * An "id" is unique by its sequence; its key is widened by the table's column, so Prisma needs @@id([column, id]) there.
-- * Foreign keys between groups are dropped (a subscription to its source, an alert to its posting): what ends a source or an
--   account has to delete in both groups, as it does in one transaction of the coordinator.
-- * Unique beyond a group are "source"."url" and the other columns under "only by who writes" below: the statement that writes
--   them takes an advisory lock of the coordinator on the value first.
-- * Lists join a reader's subscriptions (by subscriberId) with postings (by sourceId). Citus plans that as one subquery a
--   group whose result is sent to the machines of the other; a LATERAL over it has to be written as a window over the sources.
-- * Ids of postings rise in the order in which they become visible only where one coordinator gives them all.
CREATE EXTENSION IF NOT EXISTS citus;

CREATE TEMP TABLE place ("table" text PRIMARY KEY, "column" text, "group" text) ON COMMIT DROP;
INSERT INTO place ("table", "column", "group") VALUES
  -- what is known of a source: with it, on one machine
  ('source', 'id', 'source'), ('posting', 'sourceId', 'source'), ('posting_alias', 'sourceId', 'source'),
  ('posting_search', 'sourceId', 'source'), ('forgotten_posting', 'sourceId', 'source'), ('source_window', 'sourceId', 'source'),
  ('poll', 'sourceId', 'source'), ('poll_day', 'sourceId', 'source'), ('plan', 'sourceId', 'source'),
  ('price_memory', 'sourceId', 'source'), ('push_subscription', 'sourceId', 'source'), ('source_readers', 'sourceId', 'source'),
  ('source_neighbour', 'sourceId', 'source'), ('source_listing', 'sourceId', 'source'),
  ('subscription_change', 'sourceId', 'source'), ('source_freshness', 'sourceId', 'source'), ('source_week', 'sourceId', 'source'),
  ('promise_change', 'sourceId', 'source'), ('shadow_source', 'sourceId', 'source'), ('weight_change', 'sourceId', 'source'),
  -- found by a posting or a clue alone
  ('posting_revision', 'postingId', 'posting'), ('posting_full_text', 'postingId', 'posting'),
  ('search_queue', 'postingId', 'posting'), ('posting_clue', 'clue', 'clue'),
  -- what a subscriber has and did
  ('subscription', 'subscriberId', 'subscriber'), ('ended_subscription', 'subscriberId', 'subscriber'),
  ('posting_state', 'subscriberId', 'subscriber'), ('posting_label', 'subscriberId', 'subscriber'),
  ('posting_note', 'subscriberId', 'subscriber'), ('posting_highlight', 'subscriberId', 'subscriber'),
  ('media_position', 'subscriberId', 'subscriber'), ('story_split', 'subscriberId', 'subscriber'),
  ('folder', 'subscriberId', 'subscriber'), ('label', 'subscriberId', 'subscriber'), ('view', 'subscriberId', 'subscriber'),
  ('list_setting', 'subscriberId', 'subscriber'), ('reading_settings', 'subscriberId', 'subscriber'),
  ('reading_hours', 'subscriberId', 'subscriber'), ('rule', 'subscriberId', 'subscriber'),
  ('rule_due', 'subscriberId', 'subscriber'), ('rule_run', 'subscriberId', 'subscriber'),
  ('rule_hit', 'subscriberId', 'subscriber'), ('rule_settings', 'subscriberId', 'subscriber'),
  ('alert', 'subscriberId', 'subscriber'), ('alert_channel', 'subscriberId', 'subscriber'),
  ('alert_setting', 'subscriberId', 'subscriber'), ('alert_hit', 'subscriberId', 'subscriber'),
  ('alert_delivery', 'subscriberId', 'subscriber'), ('integration', 'subscriberId', 'subscriber'),
  ('integration_send', 'subscriberId', 'subscriber'), ('output_feed', 'subscriberId', 'subscriber'),
  ('digest', 'subscriberId', 'subscriber'), ('keyed_answer', 'subscriberId', 'subscriber'),
  -- found by what they belong to
  ('rule_change', 'runId', 'run'), ('alert_delivery_item', 'hitId', 'hit'),
  -- small, or looked up by secrets: on every machine
  ('user', NULL, NULL), ('session', NULL, NULL), ('account', NULL, NULL), ('verification', NULL, NULL),
  ('rate_limit', NULL, NULL), ('api_token', NULL, NULL), ('second_factor', NULL, NULL), ('recovery_code', NULL, NULL),
  ('passkey', NULL, NULL), ('one_time_secret', NULL, NULL), ('audit_log', NULL, NULL), ('invitation', NULL, NULL),
  ('user_setting', NULL, NULL), ('server_settings', NULL, NULL), ('host', NULL, NULL), ('host_wish', NULL, NULL),
  ('robots_file', NULL, NULL), ('push_delivery', NULL, NULL), ('aggregator_heartbeat', NULL, NULL), ('tally', NULL, NULL),
  ('lab_run', NULL, NULL), ('shadow', NULL, NULL), ('shadow_day', NULL, NULL), ('planning_run', NULL, NULL),
  ('clustering_progress', NULL, NULL), ('search_progress', NULL, NULL), ('search_word', NULL, NULL),
  ('reader_count', NULL, NULL), ('subscription_label', NULL, NULL), ('alert_source', NULL, NULL),
  ('alert_progress', NULL, NULL), ('hub_subscription', NULL, NULL), ('digest_slot', NULL, NULL), ('event', NULL, NULL);

-- Unique only by who writes from now on: their values have nothing to do with the column of their table.
CREATE TEMP TABLE by_writer ("table" text, "column" text) ON COMMIT DROP;
INSERT INTO by_writer VALUES ('source', 'url'), ('push_subscription', 'callbackId'),
  ('alert_delivery', 'key'), ('output_feed', 'secretHash');

DO $$
DECLARE each record;
BEGIN
  -- Foreign keys that Citus would refuse, and those to keys that are widened.
  FOR each IN
    SELECT k.conrelid::regclass AS "owner", k.conname AS "name"
    FROM pg_constraint k JOIN place f ON f."table" = (SELECT relname FROM pg_class WHERE oid = k.conrelid)
    JOIN place t ON t."table" = (SELECT relname FROM pg_class WHERE oid = k.confrelid)
    WHERE k.contype = 'f' AND k.conparentid = 0 AND t."column" IS NOT NULL AND NOT (
      f."group" IS NOT DISTINCT FROM t."group" AND cardinality(k.conkey) = 1
      AND k.conkey[1] = (SELECT attnum FROM pg_attribute WHERE attrelid = k.conrelid AND attname = f."column")
      AND k.confkey[1] = (SELECT attnum FROM pg_attribute WHERE attrelid = k.confrelid AND attname = t."column"))
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', each.owner, each.name);
  END LOOP;
  -- Keys that lack the column of their table: the primary one is widened, others are indexes from now on.
  FOR each IN
    SELECT i.indrelid::regclass AS "owner", c.relname AS "name", i.indisprimary AS "isPrimary", p."column",
      EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u')) AS "isConstraint",
      (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = i.indexrelid) AS "columns",
      (SELECT min(a.attname) FROM pg_attribute a WHERE a.attrelid = i.indexrelid) AS "first", p."table"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN place p ON p."table" = (SELECT relname FROM pg_class WHERE oid = i.indrelid)
    WHERE i.indisunique AND p."column" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = i.indexrelid AND a.attname = p."column")
    ORDER BY i.indisprimary DESC, c.relname
  LOOP
    EXECUTE CASE WHEN each."isConstraint" THEN format('ALTER TABLE %s DROP CONSTRAINT %I', each.owner, each.name)
      ELSE format('DROP INDEX %I', each.name) END;
    IF each."isPrimary" THEN
      EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I PRIMARY KEY (%I, %s)', each.owner, each.name, each."column", each."columns");
    ELSIF EXISTS (SELECT 1 FROM by_writer w WHERE w."table" = each."table" AND w."column" = each."first") THEN
      EXECUTE format('CREATE INDEX %I ON %s (%s)', each.name, each.owner, each."columns");
    ELSE -- within one subscriber or source it was unique before, too
      EXECUTE format('CREATE UNIQUE INDEX %I ON %s (%I, %s)', each.name, each.owner, each."column", each."columns");
    END IF;
  END LOOP;
  -- Reference tables first: distributed ones point to them.
  FOR each IN SELECT * FROM place WHERE "column" IS NULL ORDER BY "table" <> 'user', "table" LOOP
    PERFORM create_reference_table(format('%I', each."table")::regclass);
  END LOOP;
  FOR each IN
    SELECT p.*, coalesce((SELECT min(o."table") FROM place o WHERE o."group" = p."group" AND o."table" < p."table"), 'none') AS "with"
    FROM place p WHERE "column" IS NOT NULL ORDER BY "group", "table"
  LOOP
    PERFORM create_distributed_table(format('%I', each."table")::regclass, each."column", colocate_with => each."with");
  END LOOP;
END $$;

-- A posting and what its source keeps of it stay tied: both keys begin with the source.
ALTER TABLE "posting_alias" ADD CONSTRAINT "posting_alias_postingId_fkey" FOREIGN KEY ("sourceId", "postingId")
  REFERENCES "posting" ("sourceId", "id") ON DELETE CASCADE;
ALTER TABLE "posting_search" ADD CONSTRAINT "posting_search_postingId_fkey" FOREIGN KEY ("sourceId", "postingId")
  REFERENCES "posting" ("sourceId", "id") ON DELETE CASCADE;
ALTER TABLE "poll" ADD CONSTRAINT "poll_planId_fkey" FOREIGN KEY ("sourceId", "planId")
  REFERENCES "plan" ("sourceId", "id") ON DELETE NO ACTION;
