-- Postings and polls are kept in parts by their ids, which grow with time (lib/store/partitions.ts): the tables that are there
-- become the first parts without being copied. What is unique in a part is unique in all only with the id; so a key belongs to
-- one posting of its source by the primary key of "posting_alias", where from now on each posting's own key stands, too.
INSERT INTO "posting_alias" ("sourceId", "key", "foundAt", "postingId")
SELECT "sourceId", "key", "foundAt", "id" FROM "posting" ON CONFLICT DO NOTHING;

DROP INDEX "posting_sourceId_key_key";
DROP TRIGGER "posting_edited" ON "posting";

DO $$
DECLARE
  ids_each CONSTANT bigint := 16777216; -- as in lib/store/partitions.ts
  parent text; first_part text; each record; statement text; made text[]; cut bigint;
BEGIN
  FOREACH parent IN ARRAY ARRAY['posting', 'poll'] LOOP
    first_part := parent || '_from_0';
    -- Indexes, and foreign keys of and to the table, are made again as they are, on the whole.
    made := ARRAY(
      SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i
      WHERE i.indrelid = parent::regclass AND NOT i.indisprimary ORDER BY i.indexrelid::regclass::text);
    made := format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY ("id")', parent, parent || '_pkey') || made;
    made := made || ARRAY(
      SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', parent, k.conname, pg_get_constraintdef(k.oid))
      FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = parent::regclass ORDER BY k.conname);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, first_part);
    FOR each IN SELECT i.indexrelid::regclass AS "index", c.relname AS "name" FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = first_part::regclass
    LOOP
      EXECUTE format('ALTER INDEX %s RENAME TO %I', each.index, first_part || substr(each.name, length(parent) + 1));
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE ("id")',
      parent, first_part);
    EXECUTE format('ALTER SEQUENCE %I OWNED BY %I."id"', parent || '_id_seq', parent);
    FOREACH statement IN ARRAY made LOOP EXECUTE statement; END LOOP;
    made := ARRAY[]::text[];
    FOR each IN SELECT k.conrelid::regclass AS "owner", k.conname AS "name", pg_get_constraintdef(k.oid) AS "definition"
      FROM pg_constraint k WHERE k.contype = 'f' AND k.confrelid = first_part::regclass ORDER BY k.conname
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', each.owner, each.name);
      made := made || format('ALTER TABLE %s ADD CONSTRAINT %I %s', each.owner, each.name,
        replace(each.definition, format('REFERENCES %I(', first_part), format('REFERENCES %I(', parent)));
    END LOOP;
    EXECUTE format('SELECT (greatest(max("id"), 0) / %s + 2) * %s FROM %I', ids_each, ids_each, first_part) INTO cut;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', parent, first_part, cut);
    FOREACH statement IN ARRAY made LOOP EXECUTE statement; END LOOP;
  END LOOP;
END $$;

CREATE TRIGGER "posting_edited" AFTER UPDATE OF "title", "author", "html", "url" ON "posting"
FOR EACH ROW WHEN ((OLD."title", OLD."author", OLD."html", OLD."url") IS DISTINCT FROM (NEW."title", NEW."author", NEW."html", NEW."url"))
EXECUTE FUNCTION "queue_for_search"();
