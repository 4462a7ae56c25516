-- A memory (4 kB) stays in its row: packed and put aside, as rows of more than 2 kB are by default, each poll had to look it up
-- in a second table and to unpack it.
ALTER TABLE "price_memory" SET (toast_tuple_target = 8160);
