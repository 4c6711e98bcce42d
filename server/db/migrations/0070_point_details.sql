ALTER TABLE "delivery_points" ADD COLUMN "imported_lat" double precision;--> statement-breakpoint
ALTER TABLE "delivery_points" ADD COLUMN "imported_lon" double precision;--> statement-breakpoint
ALTER TABLE "delivery_points" ADD COLUMN "guest_instructions" text;--> statement-breakpoint
ALTER TABLE "delivery_points" ADD COLUMN "extra_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "delivery_points_lat" ON "delivery_points" USING btree ("lat") WHERE lat is not null;