CREATE TABLE "point_fixes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"address_key" text NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"route_id" uuid,
	"event_id" uuid,
	"tapped_at" timestamp with time zone,
	"position" integer,
	CONSTRAINT "point_fixes_kept" CHECK ((route_id is null) = (position is not null) and (route_id is null) = (event_id is null)
        and (route_id is null) = (tapped_at is null))
);
--> statement-breakpoint
ALTER TABLE "delivery_points" ADD COLUMN "learned_lat" double precision;--> statement-breakpoint
ALTER TABLE "delivery_points" ADD COLUMN "learned_lon" double precision;--> statement-breakpoint
ALTER TABLE "delivery_points" ADD COLUMN "learned_visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_points" ADD COLUMN "is_learned_used" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "point_fixes" ADD CONSTRAINT "point_fixes_point" FOREIGN KEY ("customer_id","address_key") REFERENCES "public"."delivery_points"("customer_id","address_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "point_fixes_once" ON "point_fixes" USING btree ("customer_id","address_key","route_id");--> statement-breakpoint
CREATE INDEX "point_fixes_of_route" ON "point_fixes" USING btree ("route_id") WHERE route_id is not null;--> statement-breakpoint
CREATE INDEX "point_fixes_of_event" ON "point_fixes" USING btree ("event_id") WHERE event_id is not null;--> statement-breakpoint
ALTER TABLE "delivery_points" ADD CONSTRAINT "delivery_points_learned" CHECK ((learned_visits = 0) = (learned_lat is null) and (learned_lat is null) = (learned_lon is null));