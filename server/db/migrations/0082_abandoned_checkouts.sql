DROP INDEX "checkouts_unfinished";--> statement-breakpoint
CREATE INDEX "checkouts_abandoned" ON "checkouts" USING btree ("ended_at") WHERE placed_at is null;