CREATE TABLE "routes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"truck_id" uuid NOT NULL,
	"date" date NOT NULL,
	"driver_id" uuid,
	"status" text DEFAULT 'draft' NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "driver_absences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"driver_id" uuid NOT NULL,
	"from" date NOT NULL,
	"to" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "trip" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "position" integer;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "pin" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "planned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "routes" ADD CONSTRAINT "routes_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_absences" ADD CONSTRAINT "driver_absences_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "routes_of_truck" ON "routes" USING btree ("truck_id","date");--> statement-breakpoint
CREATE INDEX "routes_by_date" ON "routes" USING btree ("date");--> statement-breakpoint
CREATE INDEX "routes_driver_id_date_index" ON "routes" USING btree ("driver_id","date");--> statement-breakpoint
CREATE INDEX "driver_absences_of_driver" ON "driver_absences" USING btree ("driver_id","to");--> statement-breakpoint
CREATE INDEX "drivers_by_name" ON "drivers" USING btree (lower("name"),"id");--> statement-breakpoint
-- Routes of the stops that exist already, with the ids that `touch_routes` would give them.
insert into routes (id, truck_id, date)
select distinct md5(truck_id::text || scheduled_date::text)::uuid, truck_id, scheduled_date
from schedules where truck_id is not null and status <> 'cancelled';
